/** How many threads Node's pool has unless a host asked for more. */
const USUAL_SIZE = 4;
/** Of the pool's threads, which all threads of a program share, so many stay free of volumes that may hang. */
const SPARED = { ofFew: 2, ofMany: 4 };
const MANY = 12;
/** So many flushes of one thread may be under way: more are hardly faster together. */
const MOST_OF_ONE = 8;
/** A flush waits so long for a thread of the pool, in milliseconds; then those who have them are taken for hung. */
const PATIENCE_MS = 100;

const TAKEN = 0;
const MOST = 1;

/** What all threads count in that share the pool: how many of its threads wait for volumes, and how many may. */
export function createPoolShare(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Int32Array<SharedArrayBuffer> {
  const size = Number.parseInt(environment['UV_THREADPOOL_SIZE'] ?? '', 10) || USUAL_SIZE;
  const cells = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  cells[MOST] = Math.max(1, size - (size < MANY ? SPARED.ofFew : SPARED.ofMany));
  return cells;
}

/** Null in a thread that has the pool for itself. */
let cells: Int32Array<SharedArrayBuffer> | null = null;
let ours = 0;
/** Whether those who have the pool's threads did not give any back for long. */
let isCrowded = false;

/**
 * From now on this thread leaves room in the pool, and does the rest by itself: a volume that hangs would take one thread of
 * the pool after the other, and with them all that Node does there, for each folder.
 */
export function sharePool(share: Int32Array<SharedArrayBuffer>): void {
  cells = share;
}

/** Whether this thread does itself what takes long: it has nothing else to do. */
export function isSharing(): boolean {
  return cells !== null;
}

/** Does something in the pool, or in this thread where there is no room for it. */
export async function runInPool<T>(later: () => Promise<T>, now: () => T): Promise<T> {
  const share = cells;
  if (share === null) return later();
  if (!(await take(share))) return now();
  return inPlace(share, later);
}

/** The same for what is quick: it does not wait until the pool has room. */
export async function pooledAtOnce<T>(later: () => Promise<T>, now: () => T): Promise<T> {
  const share = cells;
  if (share === null) return later();
  return takeAtOnce(share) ? inPlace(share, later) : now();
}

/** Gives the place in the pool back at the end. */
async function inPlace<T>(share: Int32Array<SharedArrayBuffer>, later: () => Promise<T>): Promise<T> {
  try {
    return await later();
  } finally {
    ours -= 1;
    Atomics.sub(share, TAKEN, 1);
    Atomics.notify(share, TAKEN, 1);
  }
}

/** Takes a place in the pool as soon as there is one. @returns whether there was one in time. */
async function take(share: Int32Array<SharedArrayBuffer>): Promise<boolean> {
  for (;;) {
    const taken = Atomics.load(share, TAKEN);
    if (takeAtOnce(share)) return true;
    if (isCrowded) return false;
    const { value } = Atomics.waitAsync(share, TAKEN, taken, PATIENCE_MS);
    isCrowded = (await value) === 'timed-out';
  }
}

/** Takes a place in the pool if there is one. */
function takeAtOnce(share: Int32Array<SharedArrayBuffer>): boolean {
  for (;;) {
    const taken = Atomics.load(share, TAKEN);
    if (taken >= Atomics.load(share, MOST) || ours >= MOST_OF_ONE) return false;
    if (Atomics.compareExchange(share, TAKEN, taken, taken + 1) !== taken) continue;
    ours += 1;
    isCrowded = false;
    return true;
  }
}
