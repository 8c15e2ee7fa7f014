; Inno Setup's recipe for flagfall-VERSION-windows.exe, from the program in dist\flagfall:
;   iscc /DVersion=0.1.0 tools\installer\windows.iss
[Setup]
AppId={{6C7C1E0B-5D0E-4B0A-9D3F-2B1A7F0E5C41}
AppName=Flagfall
AppVersion={#Version}
AppPublisher=the Flagfall developers
DefaultDirName={autopf}\Flagfall
DefaultGroupName=Flagfall
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
Compression=lzma2/max
SolidCompression=yes
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=flagfall-{#Version}-windows
SetupIconFile=..\..\build\made\flagfall.ico
SourceDir=.
UninstallDisplayIcon={app}\flagfall.exe
WizardStyle=modern

[Tasks]
Name: desktop; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; What an older version brought along would be loaded by the newer one.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\dist\flagfall\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\Flagfall"; Filename: "{app}\flagfall.exe"
Name: "{autodesktop}\Flagfall"; Filename: "{app}\flagfall.exe"; Tasks: desktop

[Registry]
Root: HKA; Subkey: "Software\Classes\.flagfall"; ValueType: string; ValueData: "Flagfall.Event"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\Flagfall.Event"; ValueType: string; ValueData: "Flagfall event"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Flagfall.Event\DefaultIcon"; ValueType: string; ValueData: "{app}\flagfall.exe,0"
Root: HKA; Subkey: "Software\Classes\Flagfall.Event\shell\open\command"; ValueType: string; ValueData: """{app}\flagfall.exe"" ""%1"""

[Run]
Filename: "{app}\flagfall.exe"; Description: "{cm:LaunchProgram,Flagfall}"; Flags: nowait postinstall skipifsilent
