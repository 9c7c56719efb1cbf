import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellProgram } from '../../setup/on-posix.ts';

/** Where Electron's binary has its fuses: a mark, the version of the wire, its length, and a character for each. */
const MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As Electron ships them: each fuse on (1) or off (0), in the order of version 1 of the wire. */
const SHIPPED = '10110001';

/** Makes a folder that electron-builder takes for a distribution of Electron for Linux. Its program does nothing. */
export function makeStandIn(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  const wire = Buffer.concat([Buffer.from(MARK), Buffer.from([1, SHIPPED.length]), Buffer.from(SHIPPED)]);
  const program = Buffer.concat([Buffer.from(shellProgram('exit 0')), wire, Buffer.from('\n')]);
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
  writeFileSync(join(folder, 'locales', 'en-US.pak'), 'stand-in\n');
  writeFileSync(join(folder, 'LICENSE'), 'A stand-in for a distribution of Electron; it holds nothing of it.\n');
}
