/** The shells that are known. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * Each script asks `benchtop __complete` what the line may go on with: a value, a tab and what it means on each line. A
 * first line tells how: `:files` leaves it to the shell, `:names` are values with signs that a shell has to quote. The
 * command is asked by the word that was typed for it, so that a path to it works, too. PowerShell sends its line in base64:
 * it hands quotes on to no program as they are (5.1), and a `.cmd` on the way takes `%` for its own.
 */
export const SCRIPTS: { readonly [S in Shell]: string } = {
  bash: `# Completion of benchtop for bash. In ~/.bashrc: eval "$(benchtop completion bash)"
_benchtop() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o default -o bashdefault -o filenames 2>/dev/null; return ;;
      :names) compopt -o filenames 2>/dev/null ;;
      *)
        line=\${line%%$'\\t'*}
        [[ $line == */ ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("$line")
        ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete --shell bash -- "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -F _benchtop benchtop
`,
  zsh: `#compdef benchtop
# Completion of benchtop for zsh. In ~/.zshrc, after compinit: eval "$(benchtop completion zsh)"
_benchtop() {
  local line value
  local -a lines values shown folders
  lines=("\${(@f)$("\${(Q)words[1]}" __complete --shell zsh -- "\${words[1,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    case $line in
      (:files) _files; return ;;
      (:names|'') ;;
      (*)
        value=\${line%%$'\\t'*}
        if [[ $value == */ ]]; then
          folders+=("$value")
        else
          values+=("$value")
          shown+=("\${line/$'\\t'/  -- }")
        fi
        ;;
    esac
  done
  (( $#folders )) && compadd -S '' -a folders
  (( $#values )) && compadd -l -d shown -a values
}
if [[ $funcstack[1] == _benchtop ]]; then _benchtop "$@"; else compdef _benchtop benchtop; fi
`,
  fish: `# Completion of benchtop for fish. In ~/.config/fish/config.fish: benchtop completion fish | source
function __benchtop_complete
    set -l words (commandline -opc)
    for line in (command $words[1] __complete --shell fish -- (commandline -cp | string collect) 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':names'
            case '*'
                echo $line
        end
    end
end
complete -c benchtop -f -a '(__benchtop_complete)'
`,
  powershell: `# Completion of benchtop for PowerShell. In $PROFILE: benchtop completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName 'benchtop', 'benchtop.cmd', 'benchtop.exe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $length = $cursorPosition - $commandAst.Extent.StartOffset
    $line = $commandAst.ToString().PadRight($length).Substring(0, $length)
    $asked = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($line))
    $encoding = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [Text.Encoding]::UTF8
        $lines = & $commandAst.GetCommandName() __complete --shell powershell $asked 2>$null
    } catch { return } finally { [Console]::OutputEncoding = $encoding }
    foreach ($each in $lines) {
        if ($each -eq ':files') { return }
        if ($each -eq ':names') { continue }
        $value, $about = $each -split "\`t", 2
        if (-not $about) { $about = $value }
        $typed = $value
        if ($value -notmatch '^[\\w./:=+-]+$') {
            $typed = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'"
        }
        [System.Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $about)
    }
}
`,
};
