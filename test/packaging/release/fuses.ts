import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { breachesOfFuses } from '../check/fuses.ts';

/** `node test/packaging/release/fuses.ts`: reads the fuses of what was packed on this machine (S60). Ends with 1 when any stands otherwise. */
const dist = fileURLToPath(new URL('../../../out/dist', import.meta.url));
const programs = [
  'linux-unpacked/benchtop-desktop',
  'linux-arm64-unpacked/benchtop-desktop',
  'mac/Benchtop.app',
  'mac-arm64/Benchtop.app',
  'win-unpacked/Benchtop.exe',
];
const packed = programs.map(each => join(dist, each)).filter(each => existsSync(each));
const breaches = (await Promise.all(packed.map(breachesOfFuses))).flat();
process.stdout.write(`${packed.length} programs, ${breaches.length} fuses stand otherwise. ${breaches.join(', ')}\n`);
process.exitCode = packed.length > 0 && breaches.length === 0 ? 0 : 1;
