"""What macOS is told of Flagfall.app in its Info.plist, and that event files belong to it."""

EVENT_TYPE = "org.flagfall.event"
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
    "NSHighResolutionCapable": True,
    "NSAppSleepDisabled": True,  # App Nap would slow down the clocks of a hidden window
}
