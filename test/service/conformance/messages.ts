import { expect, test } from 'vitest';

import { MEMBER, OWNER, STRANGER, refusal } from './subject.ts';
import type { Json, Reply, Tester } from './subject.ts';

const UNKNOWN = '7f0c1c52-3f0e-4b1d-9a6e-ffffffffffff';

/** Section 4.1: messages. The agent is kept from answering, so that only the user's messages are there. */
export function messages(service: Tester): void {
  const task = async (user = OWNER): Promise<string> => {
    service.subject.change({ agentStepMs: 3_600_000 });
    return (await service.expectStatus(201, service.ask('POST', '/tasks', {}, user))).id;
  };
  const send = (id: string, body: object): Promise<Reply> => service.ask('POST', `/tasks/${id}/messages`, body);
  const page = (id: string, query = ''): Promise<Json> =>
    service.expectStatus(200, service.ask('GET', `/tasks/${id}/messages${query}`));
  const said = async (count: number): Promise<string> => {
    const id = await task();
    for (let number = 1; number <= count; number += 1) {
      await service.expectStatus(201, send(id, { content: `message ${number}` }));
    }
    return id;
  };
  const sequences = ({ items }: Json): number[] => items.map(message => message.sequence);

  test('a message is answered at once, with metadata as a JSON text', async () => {
    const id = await task();
    const message = await service.expectStatus(201, send(id, { content: 'Where is **SOP-004**?' }));
    expect(message).toMatchObject({ taskId: id, role: 'user', sequence: 1, content: 'Where is **SOP-004**?' });
    expect(JSON.parse(message.metadata)).toEqual({});
    expect((await page(id)).items).toEqual([message]);
    const detail = await service.expectStatus(200, service.ask('GET', `/tasks/${id}`));
    expect(detail).toMatchObject({ messageCount: 1, lastMessageAt: message.createdAt, messages: [message] });
  });

  test.each([
    ['nothing', {}],
    ['an empty text', { content: '' }],
    ['blanks', { content: ' \n' }],
    ['50,001 characters', { content: 'x'.repeat(50_001) }],
    ['a number', { content: 7 }],
    ['ids that are none', { content: 'hi', referencedFileIds: ['x'] }],
  ])('a message of %s is refused', async (_, body) => {
    const id = await task();
    expect(await send(id, body)).toMatchObject({ status: 400, json: { errorCode: 'BAD_REQUEST' } });
    expect((await page(id)).items).toEqual([]);
  });

  test('the history is read backwards, each message once, ascending in each page', async () => {
    const id = await said(7);
    const newest = await page(id, '?Limit=3');
    expect(newest).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    const middle = await page(id, `?Cursor=${newest.nextCursor}&Limit=3`);
    const oldest = await page(id, `?cursor=${middle.nextCursor}&limit=3`);
    expect([newest, middle, oldest].map(sequences)).toEqual([[5, 6, 7], [2, 3, 4], [1]]);
    expect(oldest).toMatchObject({ hasMore: false, nextCursor: null });
    expect(sequences(await page(id))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('what is said between two pages changes nothing about the older ones', async () => {
    const id = await said(4);
    const newest = await page(id, '?limit=2');
    await send(id, { content: 'in between' });
    expect(sequences(await page(id, `?limit=2&cursor=${newest.nextCursor}`))).toEqual([1, 2]);
  });

  test('cursors of other tasks, forged and malformed ones are refused', async () => {
    const [one, other] = [await said(3), await said(3)];
    const foreign = (await page(other, '?limit=1')).nextCursor;
    for (const cursor of [foreign, UNKNOWN, 'abc', '%00', '-1']) {
      const reply = await service.ask('GET', `/tasks/${one}/messages?cursor=${cursor}`);
      expect(reply).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', 'Cursor is not valid.') });
    }
  });

  test.each(['0', '101', 'many', '1.5'])('a limit of %s is refused', async limit => {
    const id = await task();
    expect(await service.ask('GET', `/tasks/${id}/messages?Limit=${limit}`)).toMatchObject({ status: 400 });
  });

  test('an archived task takes no messages, a completed one becomes active by them', async () => {
    const id = await task();
    await service.expectStatus(204, service.ask('DELETE', `/tasks/${id}`));
    await service.expectStatus(400, send(id, { content: 'hello?' }));
    await service.expectStatus(200, service.ask('PUT', `/tasks/${id}`, { status: 'completed' }));
    await service.expectStatus(201, send(id, { content: 'one more thing' }));
    expect((await service.ask('GET', `/tasks/${id}`)).json).toMatchObject({ status: 'active', messageCount: 1 });
  });

  test('files are referenced in four ways and told with the message', async () => {
    const folder = await service.folder('Referenced');
    const names = ['a.md', 'b.md', 'c.md', 'd.md'];
    const ids: string[] = [];
    for (const name of names) ids.push((await service.upload(folder, name, name)).id);
    const [a, b, c, d] = ids;
    const id = await task();
    const body = {
      content: 'compare',
      contextFileIds: [a],
      referencedFileIds: [b],
      fileIds: [c],
      openFileReference: { fileId: d },
    };
    const message = await service.expectStatus(201, send(id, body));
    expect(message).toMatchObject({
      contextFileIds: [a],
      referencedFileIds: [b, c],
      openFileReference: { fileId: d, versionId: null },
    });
    const made = { title: 'with files', contextFileIds: [a], referencedFileIds: [b] };
    expect(await service.expectStatus(201, service.ask('POST', '/tasks', made))).toMatchObject(made);
  });

  describeExpired(service, { task, send });
}

interface Asking {
  task(): Promise<string>;
  send(id: string, body: object): Promise<Reply>;
}

/** Section 7, rule 4. */
function describeExpired(service: Tester, { task, send }: Asking): void {
  const unusable = async (): Promise<{ good: string; bad: string[] }> => {
    const folder = await service.folder('Files');
    const old = await service.folder('Old', folder);
    const good = (await service.upload(folder, 'good.md', 'good')).id;
    const removed = (await service.upload(folder, 'removed.md', 'removed')).id;
    const archived = (await service.upload(old, 'archived.md', 'archived')).id;
    const foreign = (await service.upload(await service.folder('Theirs', null, STRANGER), 'x.md', 'x', STRANGER)).id;
    const private_ = (await service.upload(await service.folder('Private', null, MEMBER), 'y.md', 'y', MEMBER)).id;
    const announced = { fileName: 'z.md', contentType: 'text/markdown', fileSizeBytes: 1 };
    const unstored = (await service.expectStatus(200, service.ask('POST', '/files/upload', announced))).fileId;
    await service.expectStatus(204, service.ask('DELETE', `/files/${removed}`));
    await service.expectStatus(204, service.ask('POST', `/folders/${old}/archive`, {}));
    return { good, bad: [removed, archived, foreign, private_, unstored, UNKNOWN] };
  };

  test('references to archived, removed, unreadable and unknown files answer FILE_EXPIRED with exactly those', async () => {
    const { good, bad } = await unusable();
    const id = await task();
    const fields = ['contextFileIds', 'referencedFileIds', 'fileIds', 'attachmentIds'];
    for (const field of fields) {
      const reply = await send(id, { content: 'look', [field]: [bad[0], good, ...bad] });
      expect(reply.status).toBe(404);
      expect(reply.json).toEqual({ ...refusal('FILE_EXPIRED', /./), missingFileIds: bad });
    }
    const open = await send(id, { content: 'look', openFileReference: { fileId: UNKNOWN } });
    expect(open.json).toMatchObject({ errorCode: 'FILE_EXPIRED', missingFileIds: [UNKNOWN] });
    const history = await service.expectStatus(200, service.ask('GET', `/tasks/${id}/messages`));
    expect(history.items).toEqual([]);
    await service.expectStatus(201, send(id, { content: 'look', contextFileIds: [good] }));
  });

  test('a task is not made with a reference to a file that is gone', async () => {
    const { good, bad } = await unusable();
    for (const field of ['contextFileIds', 'referencedFileIds']) {
      const reply = await service.ask('POST', '/tasks', { title: 'no', [field]: [...bad, good] });
      expect(reply).toMatchObject({ status: 404, json: { errorCode: 'FILE_EXPIRED', missingFileIds: bad } });
    }
    const list = await service.expectStatus(200, service.ask('GET', '/tasks?status=all'));
    expect(list.items).toEqual([]);
  });
}
