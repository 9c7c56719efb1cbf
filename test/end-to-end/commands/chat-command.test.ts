import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

import { openLab, succeed } from '../benchtop.ts';

const answer = z.object({
  task: z.string(),
  reply: z.object({ text: z.string(), status: z.literal('completed') }),
  files: z.array(
    z.object({ id: z.string(), name: z.string(), path: z.string().nullable(), servicePath: z.string().nullable() }),
  ),
});

test('a question over the sample is answered on the command line, and each file that the answer names opens', async () => {
  const lab = await openLab({ sample: true, faults: true, commandsHere: true });
  onTestFinished(() => lab.close());
  await fetch(new URL('/faults', lab.service.baseUrl), {
    method: 'PUT',
    body: JSON.stringify({ switches: { agentStepMs: 100 } }),
  });
  const bench = await lab.computer('bench');
  await bench.mirror('Knowledge Base/Protocols');
  await bench.sync();
  const run = async (...args: readonly string[]): Promise<string> => (await succeed(bench.run(args))).stdout;
  /** What a file is at the service, past Benchtop. */
  const there = async (id: string): Promise<string> => (await lab.service.owner.latest(id)).text;

  const question = 'Summarise the protocol for thawing cells in short';
  const { task, reply, files } = answer.parse(JSON.parse(await run('chat', 'ask', question, '--json')));
  expect(reply.text).toContain('Thaw the vial at 37 °C, under two minutes');
  const [first] = files;
  expect(first).toMatchObject({ name: 'Thawing cells.md', servicePath: expect.stringContaining('Cell culture/') });
  // What is here opens by its path, and everything by its id.
  for (const { id, path } of files) expect(await run('preview', path ?? id, '--text')).toBe(await there(id));
  const here = files.flatMap(({ id, name, path }) => (path === null ? [] : [{ id, name, path }]));
  expect(here.map(({ path }) => basename(path))).toEqual(here.map(({ name }) => name));
  for (const { id, path } of here) expect(await readFile(path, 'utf8')).toBe(await there(id));
  const made = files.find(({ name }) => name === 'Thawing cells - summary.md');
  expect(await run('chat', 'preview', task, made?.id ?? '', '--text')).toContain('Thaw the vial at 37 °C');
  // For people the same: the words, then each name with where it is.
  const shown = await run('chat', 'ask', 'Which protocol do we have for thawing cells?');
  expect(shown).toContain(`Thawing cells.md  ${first?.path}\n`);
  expect(await run('chat', 'show', task)).toContain(question);
});
