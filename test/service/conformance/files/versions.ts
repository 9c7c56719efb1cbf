import { expect, test, vi } from 'vitest';

import { refusal } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

/** Section 4.2, contents and versions, and section 3.2, extraction. */
export function versions(service: Tester): void {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const newFile = async (name = 'a.txt', content: string | Uint8Array = 'one'): Promise<Json> =>
    service.upload(await service.folder('Versions'), name, content);
  const add = async (file: Json, body: object): Promise<Json> =>
    service.expectStatus(201, service.ask('POST', `/files/${file.id}/versions`, body));

  test('versions are numbered, listed newest first, and keep their bytes', async () => {
    const file = await newFile();
    const two = await add(file, { contentBase64: base64(new TextEncoder().encode('zwei')), changeSummary: 'Second' });
    const three = await add(file, { content: 'drei', changeSource: 'desktop', baseVersionId: two.id });
    const page = await service.expectStatus(200, service.ask('GET', `/files/${file.id}/versions`));
    expect(page.items.map(version => [version.id, version.versionNumber, version.sizeBytes])).toEqual([
      [three.id, 3, 4],
      [two.id, 2, 4],
      [file.latestVersionId, 1, 3],
    ]);
    expect(page.items[0]).toMatchObject({ changeSource: 'desktop', baseVersionId: two.id, createdBy: 1 });
    expect(page.items[1]?.changeSummary).toBe('Second');
    const contents = page.items.map(version => service.content(file.id, version.id));
    expect(await Promise.all(contents)).toEqual(['drei', 'zwei', 'one']);
    const second = await service.expectStatus(200, service.ask('GET', `/files/${file.id}/versions?page=2&pageSize=2`));
    expect(second).toMatchObject({ items: [{ versionNumber: 1 }], totalCount: 3 });
  });

  test('a base that is no longer the latest answers 409 and changes nothing', async () => {
    const file = await newFile();
    await add(file, { content: 'two', baseVersionId: file.latestVersionId });
    const late = { content: 'late', baseVersionId: file.latestVersionId };
    const reply = await service.ask('POST', `/files/${file.id}/versions`, late);
    expect(reply).toMatchObject({ status: 409, json: refusal('VERSION_CONFLICT', /newer version/) });
    expect(await service.content(file.id)).toBe('two');
    service.subject.change({ enforceBaseVersion: false });
    await add(file, late);
    expect(await service.content(file.id)).toBe('late');
  });

  test('every byte survives base64, with escapes and padding of each length', async () => {
    const file = await newFile();
    for (const length of [0, 1, 2, 3, 255, 4096]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
      const text = JSON.stringify({ contentBase64: base64(bytes) }).replaceAll('/', '\\/');
      const key = service.subject.users[0]?.apiKey ?? '';
      const url = `${service.subject.baseUrl}/files/${file.id}/versions`;
      const version = await service.raw({ method: 'POST', url, headers: { 'X-API-Key': key }, body: text });
      expect(version).toMatchObject({ status: 201, json: { sizeBytes: length } });
      const { json } = await service.ask('GET', `/files/${file.id}/versions/${version.json.id}/content`);
      const answered = await service.subject.send({
        method: 'GET',
        url: json.url,
        headers: {},
        body: new Uint8Array(),
      });
      expect(base64(answered.body)).toBe(base64(bytes));
    }
  });

  test('text content survives escapes, quotes and characters of every plane', async () => {
    const file = await newFile();
    const content = 'tab\t "quoted" \\ back / slash\n½ µL · 37 °C · 🧪 \u0007 \u2028';
    await add(file, { changeSummary: 'before the content', content, changeSource: '{"content":"not this"}' });
    expect(await service.content(file.id)).toBe(content);
  });

  test('a version without content, with both kinds, or with broken base64 is refused', async () => {
    const file = await newFile();
    for (const body of [
      {},
      { content: null },
      { content: 5 },
      { content: 'a', contentBase64: 'YQ==' },
      { contentBase64: 'a*b=' },
    ]) {
      await service.expectStatus(400, service.ask('POST', `/files/${file.id}/versions`, body));
    }
    expect(await service.content(file.id)).toBe('one');
  });

  test('an empty text is a version of no bytes', async () => {
    const file = await newFile();
    expect(await add(file, { content: '' })).toMatchObject({ sizeBytes: 0, versionNumber: 2 });
    expect(await service.content(file.id)).toBe('');
  });

  test('content beyond the limit is answered 413 and changes nothing', async () => {
    const file = await newFile();
    service.subject.change({ maxVersionBytes: 1000 });
    await add(file, { content: 'x'.repeat(1000) });
    for (const body of [{ content: 'x'.repeat(1001) }, { contentBase64: base64(new Uint8Array(1001)) }]) {
      const reply = await service.ask('POST', `/files/${file.id}/versions`, body);
      expect(reply).toMatchObject({ status: 413, json: { messages: ['The content is larger than 1000 bytes.'] } });
    }
    expect((await service.content(file.id)).length).toBe(1000);
  });

  test('restoring makes a new version that holds the old bytes', async () => {
    const file = await newFile();
    await add(file, { content: 'two' });
    const restored = await service.ask('POST', `/files/${file.id}/versions/${file.latestVersionId}/restore`);
    expect(restored).toMatchObject({ status: 201, json: { versionNumber: 3, sizeBytes: 3 } });
    expect(await service.content(file.id)).toBe('one');
    const detail = await service.expectStatus(200, service.ask('GET', `/files/${file.id}`));
    expect(detail).toMatchObject({ latestVersionId: restored.json.id, updatedAt: restored.json.createdAt });
    const unknown = `/files/${file.id}/versions/${file.id}`;
    await service.expectStatus(404, service.ask('POST', `${unknown}/restore`));
    await service.expectStatus(404, service.ask('GET', `${unknown}/content`));
  });

  test('the download streams exactly the latest bytes', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256);
    const file = await newFile('trace.dat', bytes);
    const key = service.subject.users[0]?.apiKey ?? '';
    const url = `${service.subject.baseUrl}/files/${file.id}/download`;
    const reply = await service.subject.send({
      method: 'GET',
      url,
      headers: { 'x-api-key': key },
      body: new Uint8Array(),
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-length')).toBe('100000');
    expect(Buffer.from(reply.body).equals(bytes)).toBe(true);
  });

  test('the object storage serves ranges', async () => {
    const file = await newFile('a.txt', '0123456789');
    const { url } = await service.expectStatus(200, service.ask('GET', `/files/${file.id}/content`));
    const part = async (range: string): Promise<unknown[]> => {
      const reply = await service.raw({ method: 'GET', url, headers: { range }, body: '' });
      return [reply.status, reply.headers.get('content-range'), reply.status === 206 ? reply.text : ''];
    };
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', '']);
  });

  test.each(['url', 'downloadUrl', 'presignedUrl', 'contentUrl', 'signedUrl'] as const)(
    'the presigned address may be called %s',
    async name => {
      const file = await newFile();
      service.subject.change({ contentUrlName: name });
      const { json } = await service.ask('GET', `/files/${file.id}/content`);
      expect(await service.text(json[name])).toBe('one');
    },
  );

  test('the presigned address may come as a bare string', async () => {
    const file = await newFile();
    service.subject.change({ contentUrlName: 'bare' });
    const { text } = await service.ask('GET', `/files/${file.id}/content`);
    expect(await service.text(JSON.parse(text) as string)).toBe('one');
  });

  test.each([
    ['notes.md', '# Notes', 'done'],
    ['plate.csv', 'Well;Ct\nA1;17,3', 'done'],
    ['windows page.txt', Uint8Array.from([0x35, 0x20, 0xb5, 0x4c]), 'done'],
    ['utf-16.txt', Uint8Array.from([0xff, 0xfe, 0xb5, 0x00, 0x4c, 0x00]), 'done'],
    ['config.yaml', 'a: 1', 'done'],
    ['broken.csv', Uint8Array.from([0x57, 0x00, 0x81, 0x3b, 0x00, 0x00, 0xff, 0x02]), 'failed'],
    ['trace.h5', 'no parser for this', 'deferred'],
  ])('the extraction of %s ends as it should', async (name, content, status) => {
    const file = await newFile(name, content);
    expect(['pending', 'running', status]).toContain(file.extractionStatus);
    service.subject.advance(60_000);
    await vi.waitFor(
      async () => {
        const detail = await service.expectStatus(200, service.ask('GET', `/files/${file.id}`));
        expect(detail).toMatchObject({ extractionStatus: status, updatedAt: file.updatedAt });
        service.subject.advance(1000);
      },
      { timeout: 5000, interval: 20 },
    );
  });
}
