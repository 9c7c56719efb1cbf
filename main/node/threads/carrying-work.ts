import type { Http, HttpRoute } from '../../ports/http.ts';
import type { DirectDisk } from '../disk/direct-disk.ts';
import { expectedBytes } from '../disk/read/whole-file.ts';
import type { RoutedHttp } from '../net/undici-http.ts';
import { getWhole, putWhole } from '../net/whole-files.ts';
import type { Work } from './work.ts';
import { hashOfBytes } from '../disk/read/hash-bytes.ts';

/** Whole files that travel between the disk and a server, without a way through the thread that asks. */
export function carryingWork(disk: DirectDisk, http: RoutedHttp): Pick<Work, 'send' | 'receive'> {
  const on = routed(http);
  return {
    send: async ([root, path, { fingerprint, ...to }, route]) => {
      const bytes = await expectedBytes(disk.open(root, path), { path, fingerprint });
      return putWhole(await on(route), bytes, to);
    },
    receive: async ([root, name, from, route], { came }) =>
      getWhole(await on(route), { ...from, onCame: came }, async bytes =>
        name === null ? hashOfBytes(bytes) : disk.stageWhole(root, name, bytes),
      ),
  };
}

/** HTTP on the route that a question names: a person may have changed it since the last one. */
function routed(http: RoutedHttp): (route: HttpRoute) => Promise<Http> {
  let taken = { route: http.route, ready: Promise.resolve<Http>(http) };
  const take = async (route: HttpRoute): Promise<Http> => {
    await http.take(route);
    return http;
  };
  return route => {
    const { proxy, certificates } = taken.route;
    if (route.proxy !== proxy || route.certificates !== certificates) taken = { route, ready: take(route) };
    return taken.ready;
  };
}
