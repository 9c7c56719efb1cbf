import { expect, test, vi } from 'vitest';

import { running, temporaryFolder } from './builders/running.ts';
import { MEMBER } from './conformance/subject.ts';
import type { Json, Tester } from './conformance/subject.ts';
import { FILES, FOLDERS } from './sample/plan.ts';

interface Tree {
  readonly folders: number;
  readonly files: readonly Json[];
}

async function treeOf(tester: Tester, folderId: string): Promise<Tree> {
  const page = await tester.ask('GET', `/folders/${folderId}/files?pageSize=100`);
  let folders = 0;
  const files = [...page.json.items];
  for (const child of await tester.list(`/folders/${folderId}/children`)) {
    const below = await treeOf(tester, child.id);
    folders += 1 + below.folders;
    files.push(...below.files);
  }
  return { folders, files };
}

test('the sample is a lab’s work: folders, files, versions by several people', async () => {
  const { tester } = await running({ sample: true });
  const tree = await treeOf(tester, await tester.knowledgeBase());
  expect({ folders: tree.folders, files: tree.files.length }).toEqual({ folders: FOLDERS.length, files: FILES.length });
  expect(tree.folders).toBeGreaterThanOrEqual(15);
  expect(tree.files.length).toBeGreaterThanOrEqual(60);
  const plan = tree.files.find(file => file.name === 'Project plan.md');
  const versions = (await tester.ask('GET', `/files/${plan?.id ?? ''}/versions`)).json.items;
  expect(versions.map(version => version.changeSummary)).toEqual([
    'ELISA and blot 15 done',
    'First Western',
    'Purity and viability done',
    null,
  ]);
  const withHistory = FILES.filter(file => file.versions.length > 1);
  expect(withHistory.length).toBeGreaterThanOrEqual(10);
});

test('the library has what everybody may read and nobody but its owner finds in folders', async () => {
  const { tester } = await running({ sample: true });
  const [organization] = await tester.list('/organizations', MEMBER);
  const library = `/organizations/${organization?.id ?? ''}/library`;
  const folders = await tester.list(`${library}/folders`, MEMBER);
  expect(folders.map(folder => folder.name)).toEqual(['Templates', 'Training']);
  const files = (await tester.ask('GET', `${library}/files`, undefined, MEMBER)).json.items;
  expect(files.map(file => file.name)).toContain('Buffer recipes.csv');
  expect((await tester.ask('GET', `/files/${files[0]?.id ?? ''}`, undefined, MEMBER)).status).toBe(200);
});

test('extraction ends with text, without text for stacks and traces, and with one failure', async () => {
  const { tester } = await running({ sample: true, switches: { extractionDelayMs: 0 } });
  const { files } = await treeOf(tester, await tester.knowledgeBase());
  const statusOf = async (file: Json): Promise<string[]> => {
    const detail = (await tester.ask('GET', `/files/${file.id}`)).json;
    return [detail.extractionStatus, file.name];
  };
  await vi.waitFor(
    async () => {
      const statuses = await Promise.all(files.map(statusOf));
      const named = (wanted: string): string[] =>
        statuses.filter(([status]) => status === wanted).map(([, name]) => name ?? '');
      expect(named('failed')).toEqual(['2026-10-12 Plate 7 (reader crashed).csv']);
      expect(named('deferred').length).toBeGreaterThan(3);
      expect(named('deferred').every(name => /\.(tif|trc)$/.test(name))).toBe(true);
      expect(named('done').filter(name => /\.(docx|pdf|png|xlsx)$/.test(name)).length).toBeGreaterThan(10);
      expect(named('done').length + named('deferred').length + 1).toBe(files.length);
    },
    { timeout: 80_000, interval: 300 },
  );
}, 90_000);

test('everyone of the lab may work in it; the other roots are the owner’s', async () => {
  const { tester } = await running({ sample: true });
  const names = async (user?: number): Promise<string[]> =>
    (await tester.list('/folders/roots', user)).map(root => root.name);
  expect(await names()).toEqual(['Knowledge Base', 'memory', 'tasks', 'uploads']);
  expect(await names(MEMBER)).toEqual(['Knowledge Base']);
  const { files } = await treeOf(tester, await tester.knowledgeBase());
  const renamed = await tester.ask('PUT', `/files/${files[0]?.id ?? ''}`, { name: 'Renamed.md' }, MEMBER);
  expect(renamed.status).toBe(200);
});

test('two samples are the same, ids and times included', async () => {
  const rows = async (): Promise<readonly Json[]> => {
    const { tester } = await running({ sample: true });
    return (await treeOf(tester, await tester.knowledgeBase())).files;
  };
  expect(await rows()).toEqual(await rows());
});

test('the sample is filled in once: what was removed stays removed', async () => {
  const folder = await temporaryFolder();
  const first = await running({ folder, sample: true });
  const [file] = (await treeOf(first.tester, await first.tester.knowledgeBase())).files;
  await first.tester.ask('DELETE', `/files/${file?.id ?? ''}`);
  await first.close();
  const second = await running({ folder, sample: true });
  const { files } = await treeOf(second.tester, await second.tester.knowledgeBase());
  expect(files.length).toBe(FILES.length - 1);
});

test('the stack of the microscope has six pages of 16 bits', () => {
  const content = FILES.find(file => file.name.endsWith('.tif'))?.versions[0].content;
  const view = new DataView(Uint8Array.from(typeof content === 'string' ? [] : (content ?? [])).buffer);
  const pages: object[] = [];
  for (let at = view.getUint32(4, true); at !== 0; at = view.getUint32(at + 2 + 12 * view.getUint16(at, true), true)) {
    const value = (tag: number): number => {
      const entries = Array.from({ length: view.getUint16(at, true) }, (_, index) => at + 2 + 12 * index);
      const entry = entries.find(place => view.getUint16(place, true) === tag) ?? 0;
      return view.getUint16(entry + 2, true) === 3 ? view.getUint16(entry + 8, true) : view.getUint32(entry + 8, true);
    };
    const values = new Uint16Array(view.buffer.slice(value(273), value(273) + value(279)));
    pages.push({ size: [value(256), value(257)], bits: value(258), isLit: Math.max(...values) > 5000 });
  }
  expect(pages).toEqual(Array.from({ length: 6 }, () => ({ size: [128, 128], bits: 16, isLit: true })));
});
