import { spawnSync } from 'node:child_process';

import { z } from 'zod';

import { EXPLAINED } from './advisories.ts';

// Asks the registry for known weaknesses of all locked packages: node test/security/audit.ts. Ends with 1 for one that
// is not in `EXPLAINED`, with 75 where the registry does not answer such questions.

const advisory = z.object({ url: z.string().optional(), title: z.string(), severity: z.string() });
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});
const NO_ANSWER = 75;

function audit(): number {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', shell: process.platform === 'win32' });
  const read = report.safeParse(jsonOrNull(stdout));
  if (!read.success) {
    process.stderr.write(`The registry told nothing of weaknesses: ${stdout.slice(0, 300).replaceAll(/\s+/g, ' ')}\n`);
    return NO_ANSWER;
  }
  const unexplained = Object.entries(read.data.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap(each => {
      if (typeof each === 'string') return [];
      const isKnown = EXPLAINED.some(known => known.package === name && each.url?.endsWith(known.advisory));
      return isKnown ? [] : [`${name}: ${each.title} (${each.severity}, ${each.url ?? 'without an address'})`];
    }),
  );
  process.stdout.write([...unexplained, `${unexplained.length} weaknesses are not explained`, ''].join('\n'));
  return unexplained.length === 0 ? 0 : 1;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

process.exitCode = audit();
