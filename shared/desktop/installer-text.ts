/** What the installer for Windows says; it shows nothing of it when it is told to be silent. */
export const installerTexts = {
  name: 'Benchtop Agent',
  administrator:
    'Installing for the whole computer needs an administrator. Start it again as one, or leave /AllUsers out.',
  busy: 'Benchtop is in use and nothing was changed. Close the window of every Benchtop command, then try again.',
  records:
    'The folder of the records could not be closed to other accounts, so the service was not set up. An administrator who may change C:\\ProgramData can try again.',
  service: 'Windows did not take Benchtop as a service. Look for an older service named benchtop, then try again.',
} as const;
