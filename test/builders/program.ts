import type { AboutInfo } from '../../shared/features/settings/model.ts';

/** What a program says of itself. */
export const PROGRAM: AboutInfo = {
  version: '0.1.0',
  computer: 'bench-04',
  command: '/opt/benchtop/node /opt/benchtop/main/cli.ts --data /home/ada/.local/share/benchtop',
  dataDirectory: '/home/ada/.local/share/benchtop',
  storeBytes: 412_000_000,
  storeFiles: 38,
};
