import { formatBytes, formatCount } from '../../text/format.ts';
import type { AboutInfo } from './model.ts';

/** What the command line says of this program. */
export const aboutTexts = {
  help: 'Says which version this is, what this computer is called, and where the records are.',
  lines: (about: AboutInfo) => [
    `Version ${about.version}`,
    `This computer is called ${about.computer}`,
    `Records are kept in ${about.dataDirectory}`,
    ...(about.command === null ? [] : [`The command line is called with ${about.command}`]),
    `The store of removed files holds ${formatCount(about.storeFiles, 'file')}, ${formatBytes(about.storeBytes)}`,
  ],
} as const;
