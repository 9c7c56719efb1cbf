import { expect, test } from 'vitest';

import { MEMBER, OTHER_MEMBER, OWNER, STRANGER, refusal } from './subject.ts';
import type { Json, Tester } from './subject.ts';

const UNKNOWN = '7f0c1c52-3f0e-4b1d-9a6e-ffffffffffff';

/** Section 4.1: tasks. The agent is kept from answering, so that nothing but the caller changes them. */
export function tasks(service: Tester): void {
  const task = async (body: object = {}, user = OWNER): Promise<Json> => {
    service.subject.change({ agentStepMs: 3_600_000 });
    return service.expectStatus(201, service.ask('POST', '/tasks', body, user));
  };
  const listed = async (query = '', user = OWNER): Promise<string[]> => {
    const page = await service.expectStatus(200, service.ask('GET', `/tasks${query}`, undefined, user));
    return page.items.map(each => each.title);
  };

  test('a task is made with a title and without a message', async () => {
    const made = await task({ title: 'ELISA of plate 7' });
    expect(made).toMatchObject({
      title: 'ELISA of plate 7',
      status: 'active',
      messageCount: 0,
      lastMessageAt: null,
      messages: [],
    });
    expect(await service.expectStatus(200, service.ask('GET', `/tasks/${made.id}`))).toEqual(made);
  });

  test('an initial message is the first message, and gives a title when there is none', async () => {
    const made = await task({ initialMessage: 'Find the thawing protocol\nand tell me the temperature.' });
    expect(made).toMatchObject({
      title: 'Find the thawing protocol',
      messageCount: 1,
      messages: [{ role: 'user', sequence: 1, content: 'Find the thawing protocol\nand tell me the temperature.' }],
    });
    expect((await task({ initialMessage: ' ' })).title).toBe('New task');
  });

  test('titles over 200 characters and first messages over 50,000 are refused', async () => {
    await task({ title: 'x'.repeat(200), initialMessage: 'y'.repeat(50_000) });
    const long = await service.ask('POST', '/tasks', { title: 'x'.repeat(201) });
    expect(long).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', /^Title /) });
    await service.expectStatus(400, service.ask('POST', '/tasks', { initialMessage: 'y'.repeat(50_001) }));
    await service.expectStatus(400, service.ask('POST', '/tasks', { contextFileIds: ['not-an-id'] }));
    expect(await listed()).toHaveLength(1);
  });

  test('the list holds active tasks, or those of the status asked for in any case', async () => {
    const titles = ['one', 'two', 'three'] as const;
    const ids = new Map<string, string>();
    for (const title of titles) ids.set(title, (await task({ title })).id);
    const set = (title: string, status: string) =>
      service.expectStatus(200, service.ask('PUT', `/tasks/${ids.get(title)}`, { status }));
    expect(await set('two', 'Completed')).toMatchObject({ status: 'completed', title: 'two' });
    await set('three', 'ARCHIVED');
    expect(await listed()).toEqual(['one']);
    expect(await listed('?Status=Completed')).toEqual(['two']);
    expect(await listed('?status=archived')).toEqual(['three']);
    expect((await listed('?status=all')).toSorted()).toEqual(['one', 'three', 'two']);
    const unknown = await service.ask('GET', '/tasks?status=done');
    expect(unknown).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', /^Status /) });
    await service.expectStatus(400, service.ask('PUT', `/tasks/${ids.get('one')}`, { status: 'deleted' }));
  });

  test('the list comes in pages, sorted as asked, the last changed first by default', async () => {
    for (const title of ['b', 'a', 'c']) {
      await task({ title });
      service.subject.advance(1000);
    }
    expect(await listed()).toEqual(['c', 'a', 'b']);
    expect(await listed('?SortBy=title')).toEqual(['c', 'b', 'a']);
    expect(await listed('?SortBy=Title&SortDirection=ASC')).toEqual(['a', 'b', 'c']);
    expect(await listed('?SortBy=createdAt&SortDirection=desc')).toEqual(['c', 'a', 'b']);
    const second = await service.expectStatus(
      200,
      service.ask('GET', '/tasks?sortBy=title&sortDirection=asc&pageSize=2&page=2'),
    );
    expect(second).toMatchObject({ items: [{ title: 'c' }], totalCount: 3, totalPages: 2, hasNextPage: false });
    await service.expectStatus(400, service.ask('GET', '/tasks?pageSize=101'));
  });

  test('deleting archives, unarchiving makes active again, also twice', async () => {
    const { id } = await task({ title: 'one' });
    const twice = async (method: 'DELETE' | 'POST', path: string): Promise<void> => {
      for (const _ of [1, 2]) await service.expectStatus(204, service.ask(method, path));
    };
    await twice('DELETE', `/tasks/${id}`);
    expect(await listed()).toEqual([]);
    expect(await service.ask('GET', `/tasks/${id}`)).toMatchObject({ status: 200, json: { status: 'archived' } });
    await twice('POST', `/tasks/${id}/unarchive`);
    expect(await listed()).toEqual(['one']);
  });

  test('a title is changed and never blank', async () => {
    const { id } = await task({ title: 'one' });
    await service.expectStatus(200, service.ask('PUT', `/tasks/${id}`, { title: 'two' }));
    await service.expectStatus(400, service.ask('PUT', `/tasks/${id}`, { title: '  ' }));
    await service.expectStatus(400, service.ask('PUT', `/tasks/${id}`, { title: 'x'.repeat(201) }));
    expect(await listed()).toEqual(['two']);
  });

  test.each([
    ['another member', MEMBER],
    ['a third member', OTHER_MEMBER],
    ['a stranger', STRANGER],
  ])('a task does not exist for %s, whatever is tried', async (_, user) => {
    const made = await task({ title: 'private', initialMessage: 'hello' });
    const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      service.expectStatus(404, service.ask(method, path, body, user));
    await ask('GET', `/tasks/${made.id}`);
    await ask('PUT', `/tasks/${made.id}`, { title: 'mine' });
    await ask('DELETE', `/tasks/${made.id}`);
    await ask('POST', `/tasks/${made.id}/unarchive`);
    await ask('GET', `/tasks/${made.id}/messages`);
    await ask('POST', `/tasks/${made.id}/messages`, { content: 'hi' });
    expect(await listed('?status=all', user)).toEqual([]);
    expect(await service.expectStatus(200, service.ask('GET', `/tasks/${made.id}`))).toEqual(made);
  });

  test('unknown tasks are not found and bad ids are refused', async () => {
    expect(await service.ask('GET', `/tasks/${UNKNOWN}`)).toMatchObject({ status: 404 });
    expect(await service.ask('GET', '/tasks/none')).toMatchObject({ status: 400 });
  });
}
