import { expect, test } from 'vitest';

import { eventsOf, knowledgeOf, replyOf, requestOf, tableFile, textFile } from './agent-lab.ts';
import { type JobState, work } from './job.ts';

const PLATE = tableFile('plate 7.csv', [
  'Sample|Replicate|OD450',
  'Vehicle|1|0.90',
  'Vehicle|2|1.10',
  'KST-118|1|0.45',
  'KST-118|2|0.55',
  'Blank|1|0.05',
]);
const THAWING = textFile(
  'Thawing cells.md',
  '# Thawing cells\n\n## Materials\n\n- Water bath at 37 °C\n\n## Procedure\n\n1. Warm the medium.\n2. Thaw for one minute.\n',
);

test('a job tells each step before it is taken, then completes', async () => {
  const events = await eventsOf(
    requestOf('Analyse this and draft a protocol for thawing', { files: [PLATE] }),
    knowledgeOf([THAWING]),
  );
  expect(events.map(event => event.status)).toEqual([
    { status: 'running', progress: 'Searching the knowledge base for thawing', step: 1, steps: 4 },
    { status: 'running', progress: 'Computing the statistics of plate 7.csv', step: 2, steps: 4 },
    { status: 'running', progress: 'Drafting a protocol: thawing', step: 3, steps: 4 },
    { status: 'running', progress: 'Writing the reply', step: 4, steps: 4 },
    { status: 'completed' },
  ]);
});

test('a job that was killed after any step ends in the same reply, byte for byte', async () => {
  const request = requestOf('Analyse this and draft a protocol for thawing', { files: [PLATE] });
  const tools = knowledgeOf([THAWING]);
  const whole = await replyOf(request, tools);
  for (let pulls = 1; pulls <= 4; pulls += 1) {
    const kept = await stateAfter(pulls, request, tools);
    const last = (await eventsOf(request, tools, kept)).at(-1);
    expect(last).toMatchObject({ kind: 'completed', reply: whole });
  }
});

/** What a service would have kept, as JSON, when it was killed after so many events. */
async function stateAfter(pulls: number, ...[request, tools]: Parameters<typeof work>): Promise<JobState> {
  let kept = '';
  let count = 0;
  for await (const event of work(request, tools)) {
    if (event.kind === 'running') kept = JSON.stringify(event.state);
    count += 1;
    if (count === pulls) break;
  }
  return JSON.parse(kept) as JobState;
}

test('a job that goes on does not repeat what it has kept', async () => {
  const request = requestOf('Find thawing');
  const kept = await stateAfter(2, request, knowledgeOf([THAWING]));
  const closed = { search: () => Promise.reject(new Error('again')), open: () => Promise.reject(new Error('again')) };
  const last = (await eventsOf(request, closed, kept)).at(-1);
  expect(last).toMatchObject({ kind: 'completed' });
});

test('a job that fails says what broke, and nothing of the error itself', async () => {
  const cause = new Error('SQLITE_CORRUPT at /srv/records.db');
  const broken = { search: () => Promise.reject(cause), open: () => Promise.resolve(null) };
  const last = (await eventsOf(requestOf('Find thawing'), broken)).at(-1);
  expect(last).toEqual({
    kind: 'failed',
    status: { status: 'failed', reason: 'The knowledge base could not be searched.' },
    cause,
  });
});
