; Added to the installer for Windows: the command `benchtop` for new terminals.
; Written by the documentation of NSIS and electron-builder; not run where it was written.

!macro benchtopPath VERB
  ${if} $installMode == "all"
    StrCpy $R8 "Machine"
  ${else}
    StrCpy $R8 "User"
  ${endif}
  nsExec::ExecToLog '"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\command\path.ps1" ${VERB} $R8'
  Pop $R8
!macroend

!macro customInstall
  !insertmacro benchtopPath "add"
!macroend

; Nothing of a person's is removed: not their folders, not their records.
!macro customUnInstall
  !insertmacro benchtopPath "remove"
!macroend
