import { expect, test } from 'vitest';

import { FakeService } from './fake-service.ts';

function fakeService(): FakeService {
  let count = 0;
  const uuid = (): string => `00000000-0000-4000-8000-${(count += 1).toString(16).padStart(12, '0')}`;
  return new FakeService({ now: () => Date.parse('2026-11-20T08:00:00.000Z'), uuid });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);

test('what a colleague does is what the tree shows', () => {
  const service = fakeService();
  const jonas = service.colleague(1);
  const plates = jonas.createFolder(service.knowledgeBase, 'Plates');
  const old = jonas.createFolder(plates, 'Old');
  const kept = jonas.createFile(plates, 'a.csv', bytes('1'));
  const moved = jonas.createFile(plates, 'b.csv', bytes('2'));
  const removed = jonas.createFile(plates, 'c.csv', bytes('3'));
  jonas.editFile(kept, bytes('1, again'));
  jonas.renameFile(kept, 'a (checked).csv');
  jonas.moveFile(moved, old);
  jonas.removeFile(removed);
  jonas.renameFolder(old, 'Older');
  const tree = service.sights.tree(service.knowledgeBase);
  expect(tree.map(entry => [entry.path, entry.kind === 'file' ? text(entry.bytes) : null])).toEqual([
    ['Plates', null],
    ['Plates/Older', null],
    ['Plates/Older/b.csv', '2'],
    ['Plates/a (checked).csv', '1, again'],
  ]);
  jonas.archiveFolder(old);
  expect(service.sights.tree(plates).map(entry => entry.path)).toEqual(['a (checked).csv']);
  jonas.restoreFolder(old);
  jonas.moveFolder(old, service.knowledgeBase);
  expect(service.sights.tree(service.knowledgeBase).map(entry => entry.path)).toContain('Older/b.csv');
});

test('no byte string that was ever a version is forgotten', () => {
  const service = fakeService();
  const aiko = service.colleague(2);
  const file = aiko.createFile(service.knowledgeBase, 'a.txt', bytes('one'));
  const first = service.sights.versionsOf(file)[0]?.versionId ?? '';
  aiko.editFile(file, bytes('two'));
  aiko.restoreVersion(file, first);
  aiko.removeFile(file);
  expect(service.sights.versionsOf(file).map(version => text(version.bytes))).toEqual(['one', 'two', 'one']);
  expect(service.sights.history().map(({ number, createdBy }) => [number, createdBy])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(service.sights.files()).toMatchObject([{ id: file, removed: true, confirmed: true }]);
});

test('bytes handed in or out are copies: changing them changes nothing at the service', () => {
  const service = fakeService();
  const content = bytes('stable');
  const file = service.colleague(0).createFile(service.knowledgeBase, 'a.txt', content);
  content.fill(0);
  const { url } = JSON.parse(
    text(
      service.handle({
        method: 'GET',
        url: `${service.baseUrl}/files/${file}/content`,
        headers: { 'X-API-Key': service.users[0]?.apiKey ?? '' },
        body: new Uint8Array(),
      }).body,
    ),
  ) as { url: string };
  const download = () => service.handle({ method: 'GET', url, headers: {}, body: new Uint8Array() }).body;
  download().fill(0);
  expect(text(download())).toBe('stable');
});

test('the same acts at the same times give the same ids and the same answers', () => {
  const play = (): unknown => {
    const service = fakeService();
    const file = service.colleague(1).createFile(service.knowledgeBase, 'a.txt', bytes('one'));
    service.colleague(2).editFile(file, bytes('two'));
    return service.sights.tree(service.knowledgeBase);
  };
  expect(play()).toEqual(play());
});

test('an act that the service refuses says why', () => {
  const service = fakeService();
  const stranger = service.colleague(3);
  expect(() => stranger.createFolder(service.knowledgeBase, 'Mine')).toThrow('refused with 400');
});
