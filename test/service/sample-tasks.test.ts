import { expect, test, vi } from 'vitest';

import { requirePresent } from '../../shared/assert.ts';
import { asked, replies, saidIn } from './builders/conversation.ts';
import type { Said } from './builders/conversation.ts';
import { running } from './builders/running.ts';
import { MEMBER } from './conformance/subject.ts';
import type { Json, Tester } from './conformance/subject.ts';
import { TASKS } from './sample/tasks.ts';

const AT_ONCE = { agentStepMs: 0, extractionDelayMs: 0 };

async function tasksOf(tester: Tester, user = 0): Promise<readonly Json[]> {
  const query = '/tasks?sortBy=createdAt&sortDirection=asc';
  return (await tester.expectStatus(200, tester.ask('GET', query, undefined, user))).items;
}

/** Everything the tasks of a sample say, ids and times included. */
async function story(tester: Tester): Promise<readonly (readonly Said[])[]> {
  const told: (readonly Said[])[] = [];
  for (const { id } of await tasksOf(tester)) told.push(await saidIn(tester, id));
  return told;
}

test('the sample has two tasks of the owner with replies and deliverables, and no job left open', async () => {
  const { tester } = await running({ sample: true, switches: AT_ONCE });
  const tasks = await tasksOf(tester);
  expect(tasks.map(task => task.title)).toEqual(TASKS.map(task => task.title));
  expect(await tasksOf(tester, MEMBER)).toEqual([]);
  const told = await story(tester);
  expect(told.map(said => said.map(message => message.told.status ?? message.role))).toEqual([
    ['user', 'completed', 'user', 'completed'],
    ['user', 'completed'],
  ]);
  const files = told.flat().flatMap(message => message.attachments);
  expect(files.map(file => file.fileName.split('.').at(-1))).toEqual(['csv', 'xlsx', 'md']);
  for (const { fileId } of files) {
    const file = await tester.expectStatus(200, tester.ask('GET', `/files/${fileId}`));
    expect(file).toMatchObject({
      description: expect.stringMatching(/\w/),
      tags: expect.arrayContaining(['agent']),
      extractionStatus: null,
    });
    const folder = await tester.expectStatus(200, tester.ask('GET', `/folders/${file.folderId}`));
    expect(TASKS.map(task => task.title)).toContain(folder.name);
  }
});

test('the analysis of the sample is the one the agent makes of the same plate now', async () => {
  const { tester } = await running({ sample: true, switches: AT_ONCE });
  const [plan] = TASKS;
  const ids = await idsOf(tester, requirePresent(plan, 'a task').files);
  const first = requirePresent((await story(tester))[0]?.[1], 'the first reply');
  const id = await asked(tester, requirePresent(plan, 'a task').messages[0], { referencedFileIds: ids });
  const again = requirePresent((await replies(tester, id))[0], 'a reply');
  expect(again.content).toBe(first.content);
  const csvOf = ({ attachments }: Said): Promise<string> => tester.content(attachments[0]?.fileId ?? '');
  expect(await csvOf(again)).toBe(await csvOf(first));
});

test('each step of the sample’s protocol stands in the source it names', async () => {
  const { tester } = await running({ sample: true, switches: AT_ONCE });
  const [, plan] = TASKS;
  const sources: string[] = [];
  for (const id of await idsOf(tester, requirePresent(plan, 'a task').files)) sources.push(await tester.content(id));
  const draft = requirePresent((await story(tester))[1]?.[1]?.attachments[0], 'the draft');
  const steps = [...(await tester.content(draft.fileId)).matchAll(/^\d+\. (.+) \(source (\d)\)$/gm)];
  expect(steps.length).toBeGreaterThan(10);
  expect(new Set(steps.map(([, , source]) => source))).toEqual(new Set(['1', '2', '3']));
  const strange = steps.filter(
    ([, step = '', source]) => !wordsOf(sources[Number(source) - 1] ?? '').includes(wordsOf(step)),
  );
  expect(strange.map(([line]) => line)).toEqual([]);
});

function wordsOf(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The ids of files of the Knowledge Base, once their texts are there. */
async function idsOf(tester: Tester, names: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const found = await tester.list(`/files/search?q=${encodeURIComponent(name)}`);
    ids.push(requirePresent(found[0], name).id);
  }
  const check = async (id: string): Promise<void> => {
    const { extractionStatus } = (await tester.ask('GET', `/files/${id}`)).json;
    expect(extractionStatus).toBe('done');
  };
  for (const id of ids) await vi.waitFor(() => check(id), { timeout: 20_000, interval: 50 });
  return ids;
}

test('the tasks of two samples are the same, ids and times included', async () => {
  const [one, other] = [await running({ sample: true }), await running({ sample: true })];
  const first = await story(one.tester);
  expect(first.flat()).toHaveLength(6);
  expect(first).toEqual(await story(other.tester));
});
