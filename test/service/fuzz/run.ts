import { parseArgs } from 'node:util';

import { fuzzRound } from './round.ts';

/** Each round begins with a new service, so that a round never has to be repeated with all those before it. */
const REQUESTS_IN_A_ROUND = 10_000;
const MOST_COMPLAINTS = 20;

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});
const wanted = Number(values.requests);
const seed = Number(values.seed);
if (!Number.isSafeInteger(wanted) || wanted < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('Usage: node test/service/fuzz/run.ts [--requests N] [--seed S]');
}

const statuses = new Map<number, number>();
const asked = new Set<string>();
const succeeded = new Set<string>();
const complaints: string[] = [];
let sent = 0;
for (let round = 0; sent < wanted; round += 1) {
  const result = await fuzzRound(seed + round, Math.min(REQUESTS_IN_A_ROUND, wanted - sent));
  sent += result.requests;
  for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  for (const name of result.asked) asked.add(name);
  for (const name of result.succeeded) succeeded.add(name);
  complaints.push(...result.complaints.map(each => `seed ${seed + round}, ${each}`));
}
const counts = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
process.stdout.write(
  `Seed ${seed}: ${sent} requests, ${asked.size} endpoints asked, ${succeeded.size} of them with success\n` +
    `Statuses: ${counts.join(', ')}\n` +
    `Never with success: ${[...asked].filter(name => !succeeded.has(name)).join(', ') || 'none'}\n` +
    `${complaints
      .slice(0, MOST_COMPLAINTS)
      .map(each => `${each}\n`)
      .join('')}` +
    `${complaints.length} complaints (no 500, no leak, every answer in its form: ${complaints.length === 0 ? 'yes' : 'NO'})\n`,
);
process.exitCode = complaints.length === 0 ? 0 : 1;
