"""The data about Flagfall.app that macOS reads in its Info.plist, such as that event files belong
to it.
"""

from tools.environment import ROOT

OLDEST = "14.0"
"""The oldest macOS on which Qt's libraries run, as the names of their wheels say."""
EVENT_TYPE = "org.flagfall.event"
LANGUAGES = sorted(file.stem for file in (ROOT / "resources" / "languages").glob("*.po"))
INFO = {
    "LSBackgroundOnly": False,  # else it would have no windows in front, no menus, no Dock icon
    "CFBundleDocumentTypes": [
        {
            "CFBundleTypeName": "Flagfall event",
            "CFBundleTypeRole": "Editor",
            "LSItemContentTypes": [EVENT_TYPE],
            "LSHandlerRank": "Owner",
        }
    ],
    "UTExportedTypeDeclarations": [
        {
            "UTTypeIdentifier": EVENT_TYPE,
            "UTTypeDescription": "Flagfall event",
            "UTTypeConformsTo": ["public.data"],
            "UTTypeTagSpecification": {"public.filename-extension": ["flagfall"]},
        }
    ],
    # Else the system answers in English: its dialogs, and the language and land that Qt asks for.
    "CFBundleLocalizations": ["en", *LANGUAGES],
    "CFBundleAllowMixedLocalizations": True,
    "LSMinimumSystemVersion": OLDEST,  # macOS itself then says why an older one cannot start it
    "NSHighResolutionCapable": True,
    # Asked once, at the first clock or desk that is reached over the network.
    "NSLocalNetworkUsageDescription": "Flagfall reaches tablets, clocks and desks in your Wi-Fi.",
    "NSAppSleepDisabled": True,  # App Nap would slow down the clocks of a hidden window
}
