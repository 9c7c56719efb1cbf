import type { Port } from '../../../../shared/preview/formats/file-port.ts';

/** An end of a channel between threads of a browser. */
export function portOf(port: MessagePort): Port {
  return {
    post: message => port.postMessage(message),
    listen: listener => {
      port.onmessage = ({ data }) => listener(data);
    },
  };
}
