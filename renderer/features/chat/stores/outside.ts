import { create } from 'zustand';

/** Hosts that the person agreed to open, as long as this window lives, and the address that is asked about now. */
export const useOutside = create<{ readonly hosts: ReadonlySet<string>; readonly asking: string | null }>(() => ({
  hosts: new Set(),
  asking: null,
}));

/** Asks before an address outside is opened. */
export function askToLeave(address: string): void {
  useOutside.setState({ asking: address });
}

/** The question is answered with no. */
export function stayHere(): void {
  useOutside.setState({ asking: null });
}

/** The host of what was asked about is not asked about again. */
export function allowHost(host: string): void {
  useOutside.setState(({ hosts }) => ({ hosts: new Set([...hosts, host]), asking: null }));
}
