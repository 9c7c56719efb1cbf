/**
 * Endings of what runs when it is opened, on any of the systems: a file made on one is opened on another. The service
 * refuses executables, installers and scripts, too, but files come from elsewhere as well.
 *
 * Two kept lists were gone through for it in November 2026: what Chromium's protection of downloads asks about
 * (`components/safe_browsing/content/resources/download_file_types.asciipb`, its version 49), and what Outlook and Exchange
 * block (“Blocked attachments in Outlook”). Taken over is what carries code, starts something else, or fetches from
 * elsewhere as soon as it is opened. Left out is what also names data of a lab (`mat` of MATLAB, `maf` of alignments, `spl`
 * of spectra, `pcd`, `cdr`, `xml`, `xsd`, `ini`, `cfg`), what only holds other files (`zip`), certificates and mails.
 */
const ENDINGS = [
  // Programs, installers and what describes one.
  'exe com scr pif cpl cpi msi msp mst msix appx appxbundle msixbundle appinstaller application appref-ms manifest vsto vsix',
  'gadget diagcab diagpkg diagcfg hta jar jnlp class xbap paf u3p oxt crx xpi efi ocx dll sys drv apk dex swf',
  'app command tool action service pkg mpkg dmg dmgpart smi sparseimage sparsebundle prefpane saver kext dylib seplugin',
  'run bin out elf appimage deb rpm pet pup snap flatpak flatpakref so ko iso img vhd vhdx wsb',
  // Scripts, and settings that are taken over when they are opened.
  'bat cmd ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 pssc cdxml msh msh1 msh2 mshxml msh1xml msh2xml vb vbe vbs vbscript vbp bas',
  'js jse mjs cjs ws wsf wsh wsc sct shb shs htt reg rgs inf ins isp inx isu job mof prg fxp osd asp vsmacros msc mmc theme themepack',
  'deskthemepack mobileconfig configprofile internetconnect networkconnect terminal scpt scptd applescript osas osax workflow wflow caction',
  'sh bash zsh csh tcsh ksh fish shar py pyw pyc pyo pyd pyz pyzw rb pl pm php phar lua tcl ahk au3 groovy',
  // What leads elsewhere.
  'lnk url website library-ms search-ms searchconnector-ms settingcontent-ms appcontent-ms scf grp xnk partial rdp printerexport webpnp',
  'chm chi hlp hpj cnt webloc inetloc fileloc desktop',
  // Documents with code in them, or with questions to a server.
  'docm dotm xlsm xltm xlam xla xlm xlw xlsb xll pptm potm ppsm ppam ppa sldm vsdm vssm vstm wll wiz slk iqy oqy dqy rqy odc udl',
  'accdb accde accda accdr accdt accdc mdb mde mda mdt mdw mdz mad mag mam maq mar mas mav maw ade adp',
];

/** Of what could run when it is opened; small letters, without the dot. */
export const ENDINGS_THAT_RUN: ReadonlySet<string> = new Set(ENDINGS.join(' ').split(' '));
