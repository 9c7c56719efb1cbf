let count = 0;

/** Notes that a thread was told to end. @returns what notes that it did. */
export function leftBehind(): () => void {
  count += 1;
  return () => void (count -= 1);
}

/** Whether threads were told to end and have not: they wait for volumes that hang, and Node's orderly end would wait for them. */
export function areThreadsLeftBehind(): boolean {
  return count > 0;
}
