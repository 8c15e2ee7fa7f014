; Inno Setup's recipe for flagfall-VERSION-windows.exe, from the program in dist\flagfall:
;   iscc /DVersion=0.1.0 tools\installer\windows.iss
[Setup]
; While the program runs it holds these: setup and removal ask to close it first.
AppMutex=Flagfall,Global\Flagfall
; Nobody's clocks are closed for them.
CloseApplications=no
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
; It speaks the system's language, and asks only where it speaks another.
ShowLanguageDialog=auto
SourceDir=.
UninstallDisplayIcon={app}\flagfall.exe
WizardStyle=modern

[Languages]
Name: en; MessagesFile: "compiler:Default.isl"
Name: de; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.Firewall=Let tablets and phones reach Flagfall (firewall; asks an administrator)
de.Firewall=Tablets und Handys dürfen Flagfall erreichen (Firewall; fragt einen Administrator)
en.MakingRule=Letting tablets and phones reach Flagfall…
de.MakingRule=Tablets und Handys werden zugelassen …
en.Rule=Tablets and phones of the players
de.Rule=Tablets und Handys der Spieler
en.Event=Flagfall event
de.Event=Flagfall-Turnier
en.Running=Flagfall is running, or another program has one of its files open. Close all of its windows, then start the setup again. Nothing was changed.
de.Running=Flagfall läuft, oder ein anderes Programm hat eine seiner Dateien offen. Bitte alle Fenster von Flagfall schließen und das Setup neu starten. Nichts wurde geändert.

[Tasks]
Name: desktop; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
; Windows lets no tablet or phone reach a program without it. Setup for one user asks an administrator
; for this step alone.
Name: firewall; Description: "{cm:Firewall}"

[UninstallDelete]
Type: filesandordirs; Name: "{app}\_internal.old"
Type: filesandordirs; Name: "{app}\_internal.gone"

[Files]
Source: "..\..\dist\flagfall\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\Flagfall"; Filename: "{app}\flagfall.exe"
Name: "{autodesktop}\Flagfall"; Filename: "{app}\flagfall.exe"; Tasks: desktop

[Registry]
Root: HKA; Subkey: "Software\Classes\.flagfall"; ValueType: string; ValueData: "Flagfall.Event"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\Flagfall.Event"; ValueType: string; ValueData: "{cm:Event}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Flagfall.Event\DefaultIcon"; ValueType: string; ValueData: "{app}\flagfall.exe,0"
Root: HKA; Subkey: "Software\Classes\Flagfall.Event\shell\open\command"; ValueType: string; ValueData: """{app}\flagfall.exe"" ""%1"""

[Run]
Filename: "{sys}\netsh.exe"; Parameters: "advfirewall firewall delete rule name=Flagfall"; Tasks: firewall; Check: IsAdminInstallMode; Flags: runhidden
Filename: "{sys}\netsh.exe"; Parameters: "{code:Rule}"; Tasks: firewall; Check: IsAdminInstallMode; Flags: runhidden; StatusMsg: "{cm:MakingRule}"
Filename: "{sys}\netsh.exe"; Parameters: "{code:Rule}"; Tasks: firewall; Check: AsksAdministrator; Verb: runas; Flags: shellexec runhidden waituntilterminated; StatusMsg: "{cm:MakingRule}"
Filename: "{app}\flagfall.exe"; Description: "{cm:LaunchProgram,Flagfall}"; Flags: nowait postinstall skipifsilent

[UninstallRun]
Filename: "{sys}\netsh.exe"; Parameters: "advfirewall firewall delete rule name=Flagfall"; RunOnceId: "firewall"; Tasks: firewall; Check: IsAdminInstallMode; Flags: runhidden

; What an older version brought along would be loaded by the newer one. So its files are moved aside
; before anything is copied, which Windows refuses while one of them is in use; they are removed when
; the new ones are there, and come back when an installation fails or was interrupted.
[Code]
const
  Internal = '\_internal';
  Programs = 2;

function Rule(const Ignored: String): String;
begin
  { Of the program and not of a port: a second event takes the next one. Rooms' networks are public. }
  Result := 'advfirewall firewall add rule name=Flagfall dir=in action=allow protocol=TCP profile=any' +
    ' program="' + ExpandConstant('{app}\flagfall.exe') + '" description="' + CustomMessage('Rule') + '"';
end;

function AsksAdministrator: Boolean;
begin
  Result := not IsAdminInstallMode and not WizardSilent;
end;

function InFolder(const Name: String): String;
begin
  Result := ExpandConstant('{app}') + Name;
end;

function ProgramFile(const Number: Integer): String;
begin
  if Number = 1 then
    Result := InFolder('\flagfall.exe')
  else
    Result := InFolder('\flagfall-cli.exe');
end;

procedure PutBack;
var
  Number: Integer;
begin
  if DirExists(InFolder(Internal + '.old')) then
  begin
    DelTree(InFolder(Internal), True, True, True);
    RenameFile(InFolder(Internal + '.old'), InFolder(Internal));
    for Number := 1 to Programs do
      if FileExists(ProgramFile(Number) + '.old') then
      begin
        DeleteFile(ProgramFile(Number));
        RenameFile(ProgramFile(Number) + '.old', ProgramFile(Number));
      end;
  end;
end;

function MoveAside: Boolean;
var
  Number: Integer;
begin
  Result := True;
  if DirExists(InFolder(Internal)) then
  begin
    Result := RenameFile(InFolder(Internal), InFolder(Internal + '.old'));
    for Number := 1 to Programs do
      if Result and FileExists(ProgramFile(Number)) then
      begin
        DeleteFile(ProgramFile(Number) + '.old');
        Result := RenameFile(ProgramFile(Number), ProgramFile(Number) + '.old');
      end;
  end;
end;

procedure RemoveOld;
var
  Number: Integer;
begin
  RenameFile(InFolder(Internal + '.old'), InFolder(Internal + '.gone'));
  for Number := 1 to Programs do
    DeleteFile(ProgramFile(Number) + '.old');
  DelTree(InFolder(Internal + '.gone'), True, True, True);
end;

function PrepareToInstall(var NeedsRestart: Boolean): String;
begin
  Result := '';
  PutBack;
  DelTree(InFolder(Internal + '.gone'), True, True, True);
  if CheckForMutexes('Flagfall,Global\Flagfall') or not MoveAside then
  begin
    PutBack;
    Result := CustomMessage('Running');
  end;
end;

procedure CurStepChanged(CurStep: TSetupStep);
begin
  if CurStep = ssPostInstall then
    RemoveOld;
end;

procedure DeinitializeSetup;
begin
  { The folder is unknown if setup ended before it was chosen. }
  try
    PutBack;
  except
  end;
end;
