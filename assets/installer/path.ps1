# Adds the folder of the command `benchtop` to the PATH, or takes it out: path.ps1 add|remove User|Machine
# The value is read and written unexpanded, so that entries such as %USERPROFILE%\bin stay as they are.
# Written by documentation; not run where it was written.
param(
  [Parameter(Mandatory)][ValidateSet('add', 'remove')][string]$Verb,
  [Parameter(Mandatory)][ValidateSet('User', 'Machine')][string]$Scope
)
$ErrorActionPreference = 'Stop'
$hive = if ($Scope -eq 'Machine') { [Microsoft.Win32.Registry]::LocalMachine } else { [Microsoft.Win32.Registry]::CurrentUser }
$name = if ($Scope -eq 'Machine') { 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment' } else { 'Environment' }
$key = $hive.OpenSubKey($name, $true)
try {
  $old = [string]$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
  $entries = @($old -split ';' | Where-Object { $_ -and $_ -ne $PSScriptRoot })
  if ($Verb -eq 'add') { $entries += $PSScriptRoot }
  $new = $entries -join ';'
  if ($new -ne $old) { $key.SetValue('Path', $new, 'ExpandString') }
} finally {
  $key.Close()
}
# Setting any variable this way tells running programs that the environment has changed.
[Environment]::SetEnvironmentVariable('BENCHTOP_PATH_CHANGED', $null, $Scope)
