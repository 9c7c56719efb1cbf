import { fileURLToPath } from 'node:url';

import type { Area } from '../security.ts';
import type { Requirement } from './requirement.ts';

/** The page that is written from the table. */
export const PAGE_PATH = fileURLToPath(new URL('../../assets/guide/security.md', import.meta.url));

/** The page, whole: what an administrator asks first, then each requirement with what shows that it holds. */
export function securityPage(areas: readonly Area[]): string {
  return `${[HEAD, ...areas.map(areaText), FOOT].join('\n\n')}\n`;
}

function areaText({ title, about, rows }: Area): string {
  return [`## ${title}`, about, ...rows.map(rowText)].join('\n\n');
}

/** Paragraphs, no table: a formatter would have its own mind about the width of one. */
function rowText({ id, demand, proofs, elsewhere }: Requirement): string {
  const shown = proofs.map(({ file, name }) => `- \`${file}\`: ${plain(name)}`);
  const left = elsewhere === null ? [] : [`Not shown here: ${elsewhere}`];
  return [`### ${id}`, demand, ...(shown.length === 0 ? [] : [shown.join('\n')]), ...left].join('\n\n');
}

/** The name of a test without the places that it is filled in at, and without the id that the heading says. */
function plain(name: string): string {
  const text = name
    .replaceAll(/ ?\[[A-Z]\d[^\]]*\]/g, '')
    .replaceAll(/ ?\(seed \$\{\w+\}\)/g, '')
    .replaceAll(/%[sjidf]|\$\{\w+\}/g, '…')
    .replace(/: …$/, '');
  return text.replaceAll(/[\\`*_<>|]/g, '\\$&');
}

const HEAD = `# Security: what holds, and how to see it

Written from the table in \`test/security/\` by \`node test/security/write.ts\`; do not edit it by hand. The first part is for
whoever runs Benchtop, the second for whoever examines it.

## In short

- **What leaves this computer.** Requests to the one service that somebody signed in to, bytes to and from the storage that
  it names, alerts to the webhook that an administrator set, and nothing else: no figures about use, no crash reports.
- **What listens here.** The socket for commands, for the user alone. On 127.0.0.1 only, and only when asked for: the window
  for a browser, figures for monitoring, and for five minutes the door of a sign-in. To see it: \`ss -ltnp\`.
- **Where the secrets are.** The key is in the system's key store; where there is none, or with \`--store file\`, in the file
  \`credentials\` of the data directory. The address and the authorization of a webhook are in \`alerts.json\` beside it. Both
  can be read by the user alone. No other file, log, support bundle or argument of a program holds a secret.
- **Who may read the rest.** The data directory holds names of files, the history and, where that is switched on, the words
  of files for the search. It belongs to the user alone. \`benchtop config set searchInside no\` leaves contents out.
- **Encryption.** TLS 1.2 or newer, with a certificate that the program, the system or a file that was named vouches for
  (\`benchtop network set --certificates FILE\`). Nothing switches the check off. A service on the same computer may be
  reached without encryption.
- **The proxy** is the system's or the one that was named. It learns the names of servers, and no key.`;

const FOOT = `## What the tests do not show

- Nothing was tried against the real service, and nobody outside has examined Benchtop.
- Windows and macOS: what is particular to them is written by their documentation and was not run.
- Whoever can act as the user, or as the administrator, of this computer can do whatever that user can, here too.
- What another program served to the same browser earlier, at the very port of 127.0.0.1 that the window has now, may have left a
  service worker there, which sees what the window does. A free port (\`--window-port 0\`) makes that unlikely, not impossible.
- Known weaknesses of the packages in use: \`node test/security/audit.ts\` asks the registry; it ends with 75 where the
  registry does not answer. Those that were looked at and are lived with stand in \`test/security/advisories.ts\`.`;
