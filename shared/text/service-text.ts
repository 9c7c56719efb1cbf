/** What is said about running without a person signed in to the computer. */
export const serviceFileTexts = {
  about:
    'Files that have this computer start Benchtop and keep it running, without a desktop, a key store or anybody signed in to it.',
  print:
    'Prints such a file, with how to install it in its first lines; nothing is installed or changed. --data names the folder of the ' +
    'records. The file for systemd is tested here; those for launchd (macOS) and Windows (WinSW, or the Task Scheduler) are written by ' +
    'their documentation and were not run here.',
  confine:
    'systemd: let it write only into its records and these folders; folders that it only sends from cannot be changed then, whatever happens',
  confineElsewhere: 'Only systemd can confine a service. Leave --confine out, or give the account fewer rights.',
  absolute: (path: string) =>
    `'${path}' is not a whole path. A service is started in no folder of anybody's: write it from the root on.`,
  user: 'The account is a name without colons and quotation marks.',
  noProgram: 'This Benchtop cannot say how it is called. Run the command line of the installed Benchtop.',
} as const;
