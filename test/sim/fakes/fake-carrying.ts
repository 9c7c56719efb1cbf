import type { CameFile, Disk, FileGet, FilePut, PartialStaging, Root } from '../../../main/ports/disk.ts';
import type { Http } from '../../../main/ports/http.ts';
import { stale } from './fake-disk-parts.ts';

/** A disk that carries files to and from servers: each step on its way is one of the disk, or one of the line. */
export function carrying(disk: Disk, line: Http): Disk {
  return {
    ...disk,
    send: (root, path, to) => send({ disk, line, root }, path, to),
    stage: async (root, name, purpose) => receiving(await disk.stage(root, name, purpose), line),
  };
}

interface Sending {
  readonly disk: Disk;
  readonly line: Http;
  readonly root: Root;
}

async function send({ disk, line, root }: Sending, path: string, { fingerprint, ...request }: FilePut) {
  const file = await disk.open(root, path);
  try {
    const chunks: Uint8Array[] = [];
    if (file.entry.fingerprint !== fingerprint) throw stale(path, 'changed while it was being sent');
    for await (const chunk of file.chunks()) chunks.push(chunk);
    if (!(await file.unchanged())) throw stale(path, 'changed while it was being sent');
    const body = new Uint8Array(Buffer.concat(chunks));
    const response = await line.send({ ...request, method: 'PUT', body });
    await response.discard();
    return { status: response.status, headers: response.headers };
  } finally {
    await file.close();
  }
}

function receiving(staging: PartialStaging, line: Http): PartialStaging {
  return { ...staging, receive: from => receive(staging, line, from) };
}

async function receive(staging: PartialStaging, line: Http, { sizeBytes, onCame, ...request }: FileGet) {
  const { status, headers, body } = await line.send({ ...request, method: 'GET', headers: {}, body: null });
  const answer = (cameBytes: number): CameFile => ({ status, headers, cameBytes, finished: null });
  if (status !== 200) return answer(0);
  const chunks: Uint8Array[] = [];
  let cameBytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    cameBytes += chunk.byteLength;
    if (cameBytes > sizeBytes) return answer(cameBytes);
  }
  const whole = Buffer.concat(chunks);
  if (whole.byteLength !== sizeBytes) return answer(whole.byteLength);
  onCame();
  await staging.write(new Uint8Array(whole));
  return { ...answer(sizeBytes), finished: await staging.finish() };
}
