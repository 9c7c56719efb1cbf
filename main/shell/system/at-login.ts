import { mkdirSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Linux has no call for it: a file in this folder is what desktops start. */
export function autostartFile(home: string, configHome: string | undefined): string {
  const config = configHome === undefined || configHome === '' ? join(home, '.config') : configHome;
  return join(config, 'autostart', 'benchtop.desktop');
}

/** What stands in it. @param program the app's own path. */
export function autostartEntry(program: string): string {
  return `[Desktop Entry]
Type=Application
Name=Benchtop
Comment=Keeps a lab's folders in step with its knowledge base
Exec=${quoted(program)} --hidden
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** Puts the file there, or takes it away. */
export function setAutostart(file: string, program: string | null): void {
  if (program === null) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, autostartEntry(program));
}

export function isAutostarted(file: string): boolean {
  return existsSync(file);
}

/** As the desktop entry's specification wants it: in quotes, with a backslash before what means something there. */
function quoted(path: string): string {
  return `"${path.replaceAll(/["`$\\]/g, sign => `\\${sign}`).replaceAll('%', '%%')}"`;
}
