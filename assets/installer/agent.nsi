; The package for Windows without Electron: the command, the agent and the window in a browser, as one setup.exe.
; Built with Debian's makensis by `npm run dist:windows`, which gives everything in ${...} that is not defined here.
;
;   setup.exe /S              for the account that runs it, without administrator's rights: agent at sign-in
;   setup.exe /S /AllUsers    for the computer, as an administrator: agent as a service
;   uninstall.exe /S          keeps records and folders
;   uninstall.exe /S /RemoveRecords
;
; Exit codes: 0 done, 2 not done and all as it was, 740 an administrator has to run it.
Unicode true
Target amd64-unicode
Name "${NAME}"
OutFile "${OUTPUT}"
Icon "${ICON}"
UninstallIcon "${ICON}"
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10
ShowInstDetails nevershow
ShowUninstDetails nevershow
AllowSkipFiles off
BrandingText " "
InstallDir ""

!include LogicLib.nsh
!include FileFunc.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\BenchtopAgent"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define SERVICE "benchtop"
!define NEEDS_ADMINISTRATOR 740
!define NOT_DONE 2

Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

; 1: for the computer, as a service.
Var forAll
; Where the agent is that stops what runs.
Var stopper
; The exit code and the words of a program that was run.
Var code
Var said

VIProductVersion "${NUMBERS}.0"
VIAddVersionKey ProductName "${NAME}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "${NAME}"
VIAddVersionKey LegalCopyright "${COPYRIGHT}"

; Runs a program without a window; $code is its exit code.
!macro run COMMAND
  nsExec::ExecToStack `${COMMAND}`
  Pop $code
  Pop $said
!macroend

; Says what is wrong where anybody looks, and ends with all as it was.
!macro giveUp TEXT
  MessageBox MB_OK|MB_ICONSTOP "${TEXT}" /SD IDOK
  SetErrorLevel ${NOT_DONE}
  Abort
!macroend

!macro chooseContext
  SetRegView 64
  ${If} $forAll == 1
    SetShellVarContext all
  ${Else}
    SetShellVarContext current
  ${EndIf}
!macroend

!macro mustBeAdministrator
  ${If} $forAll == 1
    UserInfo::GetAccountType
    Pop $0
    ${If} $0 != "Admin"
      MessageBox MB_OK|MB_ICONSTOP "${TEXT_ADMINISTRATOR}" /SD IDOK
      SetErrorLevel ${NEEDS_ADMINISTRATOR}
      Quit
    ${EndIf}
  ${EndIf}
!macroend

; Ends in order what runs from $INSTDIR; a program that still runs then is somebody's, and not ended here.
!macro stopFunctions UN
Function ${UN}stop
  ${If} $forAll == 1
    ExecWait '"$stopper" stop-service' $code
  ${Else}
    ExecWait '"$stopper" stop' $code
  ${EndIf}
FunctionEnd

; $0 is 1 when no program of $INSTDIR runs. An ended one is held for a moment yet, by Windows or an antivirus program.
Function ${UN}isFree
  StrCpy $1 0
  ${Do}
    StrCpy $0 1
    !insertmacro isFree "$INSTDIR\node.exe"
    !insertmacro isFree "$INSTDIR\BenchtopAgent.exe"
    ${If} $0 == 1
      ${Break}
    ${EndIf}
    IntOp $1 $1 + 1
    Sleep 250
  ${LoopUntil} $1 > 40
FunctionEnd

Function ${UN}start
  ${If} $forAll == 1
    !insertmacro run '"$SYSDIR\net.exe" start ${SERVICE}'
  ${ElseIf} ${FileExists} "$INSTDIR\BenchtopAgent.exe"
    SetOutPath "$INSTDIR"
    Exec '"$INSTDIR\BenchtopAgent.exe" agent'
  ${EndIf}
FunctionEnd
!macroend

; Windows lets nothing write to a program that runs.
!macro isFree PROGRAM
  ${If} ${FileExists} "${PROGRAM}"
    ClearErrors
    FileOpen $2 "${PROGRAM}" a
    ${If} ${Errors}
      StrCpy $0 0
    ${Else}
      FileClose $2
    ${EndIf}
  ${EndIf}
!macroend

!insertmacro stopFunctions ""
!insertmacro stopFunctions "un."

; Everything that is exchanged when one version follows another.
!macro eachPart DO
  !insertmacro ${DO} "app"
  !insertmacro ${DO} "node.exe"
  !insertmacro ${DO} "node-LICENCE.txt"
  !insertmacro ${DO} "BenchtopAgent.exe"
  !insertmacro ${DO} "benchtop.cmd"
  !insertmacro ${DO} "benchtop.ico"
!macroend

!macro setAside PART
  ${If} ${FileExists} "$INSTDIR\${PART}"
    Rename "$INSTDIR\${PART}" "$INSTDIR\old\${PART}"
  ${EndIf}
!macroend

!macro putInPlace PART
  ${If} ${FileExists} "$INSTDIR\new\${PART}"
    Rename "$INSTDIR\new\${PART}" "$INSTDIR\${PART}"
  ${EndIf}
!macroend

!macro takeBack PART
  ${If} ${FileExists} "$INSTDIR\old\${PART}"
    !insertmacro removePart "${PART}"
    Rename "$INSTDIR\old\${PART}" "$INSTDIR\${PART}"
  ${EndIf}
!macroend

!macro removePart PART
  Delete "$INSTDIR\${PART}"
  RMDir /r "$INSTDIR\${PART}"
!macroend

Function .onInit
  StrCpy $forAll 0
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/AllUsers" $1
  ${IfNot} ${Errors}
    StrCpy $forAll 1
  ${EndIf}
  !insertmacro mustBeAdministrator
  !insertmacro chooseContext
  ; A service runs what lies here, so for the computer it lies where only administrators write.
  ${If} $forAll == 1
    StrCpy $INSTDIR "$PROGRAMFILES64\Benchtop Agent"
  ${ElseIf} $INSTDIR == ""
    ReadRegStr $INSTDIR HKCU "${UNINSTALL}" "InstallLocation"
    ${If} $INSTDIR == ""
      StrCpy $INSTDIR "$LOCALAPPDATA\Programs\Benchtop Agent"
    ${EndIf}
  ${EndIf}
FunctionEnd

; What was begun goes, and what ran before runs again.
Function .onInstFailed
  SetErrorLevel ${NOT_DONE}
  SetOutPath "$TEMP"
  RMDir /r "$INSTDIR\new"
  Call start
FunctionEnd

Section
  ; Beside what is there: a disk that is full leaves the old version running.
  RMDir /r "$INSTDIR\new"
  RMDir /r "$INSTDIR\old"
  SetOutPath "$INSTDIR\new"
  File /r "${CONTENT}/*"
  SetOutPath "$TEMP"

  StrCpy $stopper "$INSTDIR\new\BenchtopAgent.exe"
  Call stop
  Call isFree
  ${If} $0 != 1
    !insertmacro giveUp "${TEXT_BUSY}"
  ${EndIf}

  ${If} $forAll == 1
    Call setUpService
  ${EndIf}
  CreateDirectory "$INSTDIR\old"
  ClearErrors
  !insertmacro eachPart setAside
  !insertmacro eachPart putInPlace
  ${If} ${Errors}
    !insertmacro eachPart takeBack
    !insertmacro giveUp "${TEXT_BUSY}"
  ${EndIf}
  RMDir /r "$INSTDIR\old"
  RMDir "$INSTDIR\new"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  SetOutPath "$INSTDIR"
  ${If} $forAll == 1
    CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\BenchtopAgent.exe" 'open --data "$APPDATA\Benchtop"' "$INSTDIR\benchtop.ico"
    ExecWait '"$INSTDIR\BenchtopAgent.exe" path add machine' $code
  ${Else}
    WriteRegStr HKCU "${RUN}" "${NAME}" '"$INSTDIR\BenchtopAgent.exe" agent'
    CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\BenchtopAgent.exe" "window" "$INSTDIR\benchtop.ico"
    ExecWait '"$INSTDIR\BenchtopAgent.exe" path add user' $code
  ${EndIf}
  Call tellWindows
  Call start
SectionEnd

; Windows' list of what is installed.
Function tellWindows
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayName" "${NAME}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL}" "Publisher" "${PUBLISHER}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayIcon" "$INSTDIR\benchtop.ico"
  WriteRegStr SHCTX "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${UNINSTALL}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoRepair" 1
FunctionEnd

; A service with few rights, with records that only it, Windows and administrators can read.
Function setUpService
  StrCpy $3 "$APPDATA\Benchtop"
  CreateDirectory "$3"
  ; Anybody may have made a folder of that name: its owner could take the rights back, and what they gave would stay.
  !insertmacro run '"$SYSDIR\icacls.exe" "$3" /setowner "*S-1-5-32-544"'
  ${If} $code == 0
    !insertmacro run '"$SYSDIR\icacls.exe" "$3" /reset'
  ${EndIf}
  ${If} $code == 0
    !insertmacro run '"$SYSDIR\icacls.exe" "$3" /inheritance:r /grant:r "*S-1-5-18:(OI)(CI)F" "*S-1-5-32-544:(OI)(CI)F" "*S-1-5-19:(OI)(CI)F"'
  ${EndIf}
  ${If} $code != 0
    !insertmacro giveUp "${TEXT_RECORDS}"
  ${EndIf}
  ; One of this name that runs something else is not ours to change.
  ReadRegStr $5 HKLM "SYSTEM\CurrentControlSet\Services\${SERVICE}" "ImagePath"
  ${If} $5 == ""
    StrCpy $4 '\"$INSTDIR\BenchtopAgent.exe\" service --data \"$3\"'
    !insertmacro run '"$SYSDIR\sc.exe" create ${SERVICE} binPath= "$4" obj= "NT AUTHORITY\LocalService" start= auto DisplayName= "${NAME}"'
    ${If} $code != 0
      !insertmacro giveUp "${TEXT_SERVICE}"
    ${EndIf}
  ${ElseIf} $5 != '"$INSTDIR\BenchtopAgent.exe" service --data "$3"'
    !insertmacro giveUp "${TEXT_SERVICE}"
  ${EndIf}
  ; The agent itself starts a daemon again; this is for an agent that died.
  !insertmacro run '"$SYSDIR\sc.exe" failure ${SERVICE} reset= 3600 actions= restart/10000/restart/60000/restart/600000'
FunctionEnd

Function un.onInit
  SetRegView 64
  StrCpy $forAll 0
  ReadRegStr $0 HKLM "${UNINSTALL}" "InstallLocation"
  ${If} $0 == $INSTDIR
    StrCpy $forAll 1
  ${EndIf}
  !insertmacro mustBeAdministrator
  !insertmacro chooseContext
FunctionEnd

Section Uninstall
  StrCpy $stopper "$INSTDIR\BenchtopAgent.exe"
  Call un.stop
  Call un.isFree
  ${If} $0 != 1
    Call un.start
    !insertmacro giveUp "${TEXT_BUSY}"
  ${EndIf}

  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/RemoveRecords" $1
  ${IfNot} ${Errors}
    Call un.removeRecords
  ${EndIf}
  ${If} $forAll == 1
    !insertmacro run '"$SYSDIR\sc.exe" delete ${SERVICE}'
    ExecWait '"$INSTDIR\BenchtopAgent.exe" path remove machine' $code
  ${Else}
    DeleteRegValue HKCU "${RUN}" "${NAME}"
    ExecWait '"$INSTDIR\BenchtopAgent.exe" path remove user' $code
  ${EndIf}
  Delete "$SMPROGRAMS\${NAME}.lnk"
  SetOutPath "$TEMP"
  !insertmacro eachPart removePart
  RMDir /r "$INSTDIR\new"
  RMDir /r "$INSTDIR\old"
  Delete "$INSTDIR\uninstall.exe"
  ; What others laid there stays, and the folder with it.
  RMDir "$INSTDIR"
  DeleteRegKey SHCTX "${UNINSTALL}"
SectionEnd

; The records, and the key in the key store of Windows; never a mirrored folder.
Function un.removeRecords
  StrCpy $3 "$LOCALAPPDATA\benchtop\Data"
  ${If} $forAll == 1
    StrCpy $3 "$APPDATA\Benchtop"
  ${EndIf}
  !insertmacro run '"$INSTDIR\node.exe" "$INSTDIR\app\cli.js" --data "$3" logout'
  RMDir /r "$3"
  ${If} $forAll == 0
    RMDir "$LOCALAPPDATA\benchtop"
  ${EndIf}
FunctionEnd
