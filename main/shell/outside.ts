import { basename, extname } from 'node:path';

/**
 * Endings of what runs when it is opened, on any of the systems: a file made on one is opened on another. The service
 * refuses executables, installers and scripts, too, but files come from elsewhere as well.
 */
const RUNS: ReadonlySet<string> = new Set(
  [
    'exe com scr pif cpl msi msp mst msix appx appxbundle msixbundle appinstaller application gadget diagcab hta jar jnlp',
    'bat cmd ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 msh msh1 msh2 vb vbe vbs js jse mjs cjs ws wsf wsh wsc sct reg inf',
    'lnk url library-ms search-ms settingcontent-ms website scf chm hlp xll xlam wll ade adp mde iso img vhd vhdx ocx dll sys drv',
    'app command tool workflow action pkg mpkg dmg terminal scpt scptd applescript osax webloc inetloc fileloc mobileconfig',
    'sh bash zsh csh ksh fish run bin out elf appimage deb rpm snap flatpak flatpakref desktop service ko so',
    'py pyw pyc pyz pl pm rb php phar lua tcl ahk au3 groovy docm dotm xlsm xltm pptm potm ppsm ppam sldm',
  ]
    .join(' ')
    .split(' '),
);

/** Whether opening a file could run it (S27). Its last ending counts, as it does for the systems; blanks and dots behind it do not. */
export function couldRun(path: string): boolean {
  const name = path.replace(/[\s.\u200e\u200f\u202a-\u202e]+$/, '');
  // A name that is nothing but an ending (`.bat`) has none for Node.
  const ending = (extname(name) || extname(`a${basename(name)}`)).slice(1).toLowerCase();
  return RUNS.has(ending.replaceAll(/[^\da-z-]/g, ''));
}
