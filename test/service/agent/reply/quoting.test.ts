import { expect, test } from 'vitest';

import { knowledgeOf, pictureFile, replyOf, requestOf, tableFile, textFile } from '../agent-lab.ts';
import type { AgentFile, Deliverable } from '../words/conversation.ts';
import { passagesAbout } from './summary.ts';

const textOf = (deliverable: Deliverable | undefined): string => new TextDecoder().decode(deliverable?.bytes);

const rendition = (file: AgentFile, header: string): AgentFile => ({ ...file, text: `${header}\n${file.text ?? ''}` });

const OLIGOS = rendition(
  tableFile('Oligos.csv', ['Name|Length', 'IL6_F|22', 'TNF|20', 'GAPDH|21']),
  'Table: separator comma, decimal point, 4 rows, 2 columns',
);
const BOOK = rendition(
  tableFile('Plate 4 map.xlsx', ['<>|1|2', 'A|LPS only|1 nM', 'B|LPS only|Blank']),
  'Sheet: Wells\n…\n\nSheet: Dilutions\n',
);
const BLOT = textFile('Western blot.md', '# Western blot\n\n## Procedure\n\n1. Block for one hour.\n');
const PICTURE = pictureFile('Western blot 14.png');

test('a picture is found by its name alone, and nothing is quoted of it', async () => {
  const { search } = knowledgeOf([BLOT]);
  const open = knowledgeOf([BLOT, PICTURE]).open;
  const standIn = { id: PICTURE.id, name: PICTURE.name, snippet: 'Caption stand-in: a picture', isAgentWork: false };
  const tools = { open, search: async (words: readonly string[]) => [...(await search(words)), standIn] };
  const byName = await replyOf(requestOf('Find the western blot'), tools);
  expect(byName.content).toContain(`- [${PICTURE.name}](file:${PICTURE.id}) (a picture, found by its name)`);
  expect(byName.content).not.toContain('stand-in');
  const byText = await replyOf(requestOf('Find caption'), tools);
  expect(byText.content).toContain('found nothing you may read');
});

test('neither pictures nor tables nor settings nor exports are sources of a protocol', async () => {
  const table = rendition(tableFile('Western blot volumes.csv', ['Lane|pERK', '1|20']), 'Table: separator comma');
  const settings = textFile('Western blot.yaml', '# Western blot\n\nlanes: 10\n');
  const exported = textFile('Western blot export.txt', 'Device:\tImager\nLanes:\t10\n');
  const knowledge = knowledgeOf([PICTURE, table, settings, exported, BLOT]);
  const reply = await replyOf(requestOf('Draft a protocol for a western blot'), knowledge);
  const draft = textOf(reply.deliverables[0]);
  expect(draft).toContain(`| No. | File |\n| --- | --- |\n| 1 | [Western blot.md](file:${BLOT.id}) |\n`);
  expect(draft).not.toMatch(/stand-in|Table:|lanes|Imager/i);
  expect(reply.content).toContain('their names or titles hold “western”, “blot”');
});

test('a given picture is not summarised', async () => {
  const reply = await replyOf(requestOf('Summarise this', { files: [PICTURE] }));
  expect(reply.content).toContain('it is a picture or a scan, and I cannot look at pictures.');
  expect(reply.deliverables).toEqual([]);
});

test('a summary describes a table by its columns', async () => {
  const reply = await replyOf(requestOf('Summarise this', { files: [OLIGOS] }));
  expect(reply.content).toContain(
    '- Table of 3 rows with the columns Name, Length.\n- Name: IL6\\_F, TNF, GAPDH.\n- Length: 3 numbers from 20 to 22, mean 21.',
  );
  expect(`${reply.content}${textOf(reply.deliverables[0])}`).not.toContain('separator');
});

test('a workbook is described with its sheets, a plate by what is in its wells', async () => {
  const reply = await replyOf(requestOf('Summarise this', { files: [BOOK] }));
  expect(reply.content).toContain(
    '- Workbook with the sheets Wells, Dilutions; in the first: plate of 2 × 2 wells, holding LPS only, 1 nM, Blank.',
  );
});

test('a number is searched for with the word before it', async () => {
  const reply = await replyOf(
    requestOf('Find incubator 2'),
    knowledgeOf([OLIGOS, textFile('Log.md', '# Log\n\nIncubator 2 reads 4.6 % CO2.\n')]),
  );
  expect(reply.content).toContain('One file matches:');
  expect(reply.content).toContain('Incubator 2 reads 4.6 % CO2.');
});

test('a search quotes of a table what it is and the row that holds the words', async () => {
  const reply = await replyOf(requestOf('Find IL6'), knowledgeOf([OLIGOS]));
  expect(reply.content).toContain(
    '  - Table of 3 rows with the columns Name, Length.\n  - Row 1 – Name: IL6\\_F, Length: 22',
  );
  expect(reply.content).not.toContain('separator');
});

test('passages are at most 200 characters long and show the word they were found by', () => {
  const filler = Array.from({ length: 80 }, (_, index) => `filler${index}`).join(' ');
  const passages = passagesAbout(
    `# A heading\n\nBegin ${filler} mycoplasma ${filler} end.\n\nMycoplasma.\n`,
    ['mycoplasma'],
    2,
  );
  expect(passages).toHaveLength(2);
  for (const { heading, text } of passages) {
    expect(`${heading ?? ''}: ${text}`.length).toBeLessThanOrEqual(200);
    expect(text).toMatch(/mycoplasma/i);
  }
  expect(passages[0]?.text).toMatch(/^… .* …$/);
});

test('a row with long cells is cut like any passage', async () => {
  const long = tableFile('Log.csv', ['Day|Remark', `1|${'word '.repeat(99)}`, `2|mycoplasma ${'word '.repeat(99)}`]);
  const reply = await replyOf(requestOf('Find mycoplasma'), knowledgeOf([long]));
  const row = /Row 2 – .*/.exec(reply.content)?.[0] ?? '';
  expect(row).toContain('mycoplasma');
  expect(row.length).toBeLessThanOrEqual(200);
});

test('a word that stands in a heading only is quoted with that heading', () => {
  expect(passagesAbout('# qPCR with SYBR Green\n\n## Rules\n\nThree replicates.\n', ['qPCR'], 2)).toEqual([
    { heading: null, text: 'qPCR with SYBR Green' },
  ]);
});
