// Loaded before anything else by Node for Windows where it runs under Wine 8, which refuses keep-alive on a socket that is
// not connected yet; Windows does not. Only this call is left out.
import { Socket } from 'node:net';

const keepAlive = Socket.prototype.setKeepAlive;
Socket.prototype.setKeepAlive = function setKeepAlive(...words) {
  return this.connecting || this.remoteAddress === undefined ? this : keepAlive.apply(this, words);
};
