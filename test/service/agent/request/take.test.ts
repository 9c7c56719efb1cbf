import { expect, test } from 'vitest';

import { eventsOf, knowledgeOf, pictureFile, replyOf, requestOf, tableFile, textFile } from '../agent-lab.ts';
import type { AgentFile, Reply, Tools } from '../words/conversation.ts';
import { type JobState, work } from '../job.ts';

const plateLines = (first: string): string[] => ['<>|1|2', `A|${first}|0.5`, 'B|0.7|0.9'];
const map = (name: string): AgentFile =>
  tableFile(name, ['Well|Compound|nM', 'A1|DMSO|0', 'A2|KST-118|10', 'B1|DMSO|0', 'B2|KST-118|10']);

const PLATE_2 = tableFile('2026-10-08 ELISA plate 2 (AT).csv', plateLines('1.1'));
const MAP_2 = map('2026-10-08 ELISA plate 2 map.csv');
const PLATE_3 = tableFile('2026-10-14 ELISA plate 3 (AT).csv', plateLines('2.2'));
const EXPORT_3 = textFile('Export plate 3.txt', 'Plate:\t3\nMethod:\tELISA\n');
const ELISA = textFile('TNF-α ELISA.md', '# ELISA\n\n## Procedure\n\n1. Coat the plate over night.\n');
const QPCR = textFile(
  'qPCR (SYBR Green).md',
  '# qPCR with SYBR Green\n\n## Rules\n\nThree replicates of each sample.\n',
);
const TROUBLE = textFile('Troubleshooting qPCR.md', '# qPCR troubleshooting\n\nTwo melt peaks mean primer dimers.\n');
const OLD_MEETING = textFile('2026-10-13 Lab meeting.md', '# Lab meeting\n\nPlate 2 is fine, said everybody.\n');
const NEW_MEETING = textFile('2026-10-27 Lab meeting.md', '# Lab meeting\n\nIncubator 2 is calibrated on Friday.\n');
const PICTURE = pictureFile('Blot 14 pERK.png');

const LAB = [
  OLD_MEETING,
  PLATE_2,
  MAP_2,
  TROUBLE,
  EXPORT_3,
  PLATE_3,
  ELISA,
  QPCR,
  NEW_MEETING,
  PICTURE,
  tableFile('Chemicals.csv', ['Name|Stock', 'Tween-20|100', 'Urea|500']),
];

const replyIn = (content: string, lab: readonly AgentFile[] = LAB): Promise<Reply> =>
  replyOf(requestOf(content), knowledgeOf(lab));
const namesIn = (ids: readonly string[]): string[] => ids.map(id => LAB.find(file => file.id === id)?.name ?? id);

test.each([
  ['Please summarise the qPCR protocol', [QPCR]],
  ['Summarise the troubleshooting of qPCR in 3 sentences', [TROUBLE]],
  ['Analyse the table of ELISA plate 3', [PLATE_3]],
  ['Analyse ELISA plate 2', [PLATE_2, MAP_2]],
  ['Analyse the ELISA plate 2 map', [MAP_2]],
  ['Compare ELISA plates 2 and 3', [PLATE_2, PLATE_3, MAP_2]],
  ['Summarise the lab meeting', [NEW_MEETING]],
  ['Summarise the last lab meeting, please', [NEW_MEETING]],
  ['Summarise the lab meeting of 13 October', [OLD_MEETING]],
  ['Summarise the lab meetings', [NEW_MEETING, OLD_MEETING]],
  ['Summarise the TNF alpha ELISA', [ELISA]],
  ['Summarise the calibrated incubator', [NEW_MEETING]],
  ['Analyse ELISA plate 9', []],
  ['Analyse the qPCR protocol', []],
  ['Summarise the unicorn file', []],
])('for %j without files the agent takes what fits', async (content, expected) => {
  const { takenFileIds } = await replyIn(content);
  expect(namesIn(takenFileIds)).toEqual(expected.map(file => file.name));
});

test('a reply says which file was taken, why, and what comes next, and does the work as if it had been given', async () => {
  const reply = await replyIn('Please summarise the qPCR protocol');
  expect(reply.content.split('\n')[0]).toBe(
    `You gave no file, so I took [qPCR (SYBR Green).md](file:${QPCR.id}): its name holds “qPCR”, and of 2 files that fit equally well its name says the least beside that. Next best: [Troubleshooting qPCR.md](file:${TROUBLE.id}).`,
  );
  const given = await replyOf(requestOf('Please summarise the qPCR protocol', { files: [QPCR] }));
  expect(reply.content.endsWith(given.content)).toBe(true);
  expect(reply.deliverables).toEqual(given.deliverables);
});

test('a plate is analysed with its map, the data of both in the workbook', async () => {
  const reply = await replyIn('Analyse ELISA plate 2 by Compound, relative to DMSO');
  expect(reply.content).toContain(`with [${MAP_2.name}](file:${MAP_2.id}): its name holds “ELISA”, “plate 2”.`);
  expect(reply.content).toContain('Fold change is relative to DMSO.');
  const given = await replyOf(
    requestOf('Analyse ELISA plate 2 by Compound, relative to DMSO', { files: [PLATE_2, MAP_2] }),
  );
  expect(reply.deliverables).toEqual(given.deliverables);
});

test('when no file fits, the agent says so, names what comes near and does no work', async () => {
  const reply = await replyIn('Analyse ELISA plate 9');
  expect(reply.content).toContain('I found no table that fits “ELISA”, “plate 9”. Nearest: [2026-10-14 ELISA plate 3');
  expect(reply.content).toContain('I have computed nothing');
  expect(reply.deliverables).toEqual([]);
});

test('a table without numbers is described instead of computed', async () => {
  const names = tableFile('Antibodies.csv', ['Target|Host', 'pERK|rabbit', 'ERK|mouse']);
  const reply = await replyIn('Analyse the antibodies', [names]);
  expect(reply.content).toContain('No column holds numbers, so there is nothing to compute.');
  expect(reply.content).toContain('- Target: pERK, ERK.\n- Host: rabbit, mouse.');
  expect(reply.deliverables.map(each => each.fileName)).toEqual(['Antibodies - summary.md']);
});

test('a file that cannot be read is named as such', async () => {
  const crashed = textFile('Plate 7 (reader crashed).csv', null);
  const reply = await replyIn('Analyse plate 7', [crashed, ...LAB]);
  expect(reply.content).toContain(`(file:${crashed.id}) (which has no text that I can read)`);
});

test('a request that names nothing is asked for a file', async () => {
  expect((await replyIn('Summarise')).content).toContain('give me a file with your message, or name one');
});

test('what is missing in the file that was taken is told', async () => {
  const reply = await replyIn('Summarise the calibrated incubator problem');
  expect(reply.content).toContain('its text holds “calibrated”, “incubator”. I did not find “problem” in it.');
});

test('a picture is named and never summarised, nor is something else in its place', async () => {
  const reply = await replyIn('Summarise the pERK image of blot 14', [
    ...LAB,
    textFile('Blot 14 notes.md', '# Blot 14\n\npERK peaks at 15 minutes.\n'),
  ]);
  expect(reply.takenFileIds).toEqual([]);
  expect(reply.content).toContain(`[${PICTURE.name}](file:${PICTURE.id}) (a picture, which I cannot look at)`);
});

test('what an agent wrote is not taken while anything else fits', async () => {
  const own = { ...PLATE_3, id: 'bbbbbbbb-0000-4000-8000-000000000009', name: 'ELISA plate 3.csv' };
  const lab = knowledgeOf([own, PLATE_3]);
  const tools: Tools = {
    open: id => lab.open(id),
    search: async words =>
      (await lab.search(words)).map(hit => (hit.id === own.id ? { ...hit, isAgentWork: true } : hit)),
  };
  const reply = await replyOf(requestOf('Analyse ELISA plate 3'), tools);
  expect(reply.takenFileIds).toEqual([PLATE_3.id]);
  expect(reply.content).not.toContain(own.id);
});

test('a later message goes on with earlier files, unless it names another one', async () => {
  const earlier = { earlierFiles: [PLATE_3] };
  const goesOn = await replyOf(requestOf('Give me the mean by row', earlier), knowledgeOf(LAB));
  expect(goesOn.content).toContain(`**[${PLATE_3.name}](file:${PLATE_3.id})**`);
  expect(goesOn.takenFileIds).toEqual([]);
  const another = await replyOf(requestOf('Now summarise the qPCR protocol', earlier), knowledgeOf(LAB));
  expect(another.takenFileIds).toEqual([QPCR.id]);
});

test('a job that takes files keeps its number of steps and, killed after any of them, ends in the same reply', async () => {
  const request = requestOf('Analyse ELISA plate 2 and draft a protocol for ELISA');
  const tools = knowledgeOf(LAB);
  const events = await eventsOf(request, tools);
  const steps = events.flatMap(event => (event.kind === 'running' ? [event] : []));
  expect(steps.map(({ status }) => status.progress)).toEqual([
    'Searching the knowledge base for ELISA, plate, 2',
    'Looking for the file that fits ELISA, plate 2',
    'Working with what fits best',
    'Drafting a protocol: ELISA plate 2',
    'Writing the reply',
  ]);
  expect(steps.map(({ status }) => status.steps)).toEqual([5, 5, 5, 5, 5]);
  for (const { state } of steps) {
    const kept = JSON.parse(JSON.stringify(state)) as JobState;
    expect((await eventsOf(request, tools, kept)).at(-1)).toEqual(events.at(-1));
  }
});

test('a taken file that is gone before it is read is told', async () => {
  const lab = knowledgeOf(LAB);
  let isGone = false;
  const tools: Tools = { search: lab.search, open: async id => (isGone ? null : lab.open(id)) };
  let content = '';
  for await (const event of work(requestOf('Summarise the troubleshooting of qPCR'), tools)) {
    if (event.kind === 'running' && event.status.step === 2) isGone = true;
    if (event.kind === 'completed') content = event.reply.content;
  }
  expect(content).toContain(`I could not use [${TROUBLE.name}](file:${TROUBLE.id}): it is not there any more.`);
});
