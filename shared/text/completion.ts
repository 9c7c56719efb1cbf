/** What is said of completing commands in a shell. */
export const completionTexts = {
  about:
    'Prints a script that completes commands, options, ids and paths of the knowledge base. For every new shell:\n\n' +
    '  bash  in ~/.bashrc: eval "$(benchtop completion bash)"\n' +
    '  zsh   in ~/.zshrc, after compinit: eval "$(benchtop completion zsh)"\n' +
    '  fish  in ~/.config/fish/config.fish: benchtop completion fish | source\n' +
    '  PowerShell  in $PROFILE: benchtop completion powershell | Out-String | Invoke-Expression',
} as const;
