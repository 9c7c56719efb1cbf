import fc from 'fast-check';
import { expect, test } from 'vitest';

import { runs, seedOr } from '../../setup/run/effort.ts';
import { knowledgeOf, replyOf, requestOf } from './agent-lab.ts';
import type { AgentFile } from './words/conversation.ts';

const SEED = seedOr(1);
const OPTIONS = { numRuns: runs(40), seed: SEED };

const TIMEOUT_MS = 30_000 + OPTIONS.numRuns * 300;

const pieces = fc.constantFrom(
  'analyse',
  'summarise',
  'find',
  'draft a protocol',
  'remember that',
  'forget',
  'by Sample',
  'relative to',
  'Vehicle',
  '\n',
  '# ',
  '- ',
  '1. ',
  '|',
  '](x)',
  '[',
  '<b>',
  '`',
  '```',
  '> ',
  '.',
  '?',
  'mycoplasma',
  '5 µL',
  '=1',
  '\u0000',
  '🧫',
  '\ud800',
);
const texts = fc
  .array(fc.oneof(pieces, fc.string({ maxLength: 8, unit: 'binary' })), { maxLength: 30 })
  .map(all => all.join(' '));
const cells = fc.oneof(
  fc.constantFrom('Sample', 'OD', 'Blank', 'Vehicle', 'A', '1', '0,5', '1e308', '-1e308', 'NaN', '', '<>', '2'),
  texts,
);
const grids = fc.array(fc.array(cells, { maxLength: 4 }), { maxLength: 8 });
const ids = fc.constantFrom('id-1', 'id-2', 'id-3');
const anyFile: fc.Arbitrary<AgentFile> = fc.record({
  id: ids,
  name: fc.oneof(fc.constantFrom('a.csv', 'plate map.csv', '..', 'con'), texts),
  fileType: fc.constant('Document'),
  text: fc.option(texts),
  table: fc.option(grids),
  isPicture: fc.boolean(),
});

test(
  `whatever it is told and given, the agent completes, repeats itself and cites only what it was given (seed ${SEED})`,
  async () => {
    const given = fc.uniqueArray(anyFile, { maxLength: 3, selector: file => file.id });
    await fc.assert(
      fc.asyncProperty(texts, given, given, async (content, files, known) => {
        const request = requestOf(content, { files });
        const reply = await replyOf(request, knowledgeOf(known));
        expect(await replyOf(request, knowledgeOf(known))).toEqual(reply);
        expect(reply.content.trim()).not.toBe('');
        const cited = [...reply.content.matchAll(/(?<!\\)\]\(([^)]*)\)/g)].map(match => match[1]);
        expect(cited.filter(target => !/^file:id-[123]$/.test(target ?? ''))).toEqual([]);
        for (const { fileName, bytes } of reply.deliverables) {
          expect(fileName).toMatch(/^[^\\/:*?"<>|\p{Cc}]{1,160}\.(csv|xlsx|md)$/u);
          expect(bytes.length).toBeGreaterThan(0);
        }
      }),
      OPTIONS,
    );
  },
  TIMEOUT_MS,
);
