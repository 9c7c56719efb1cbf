/** The part of the package that we use; it brings no types of its own. */
declare module 'fs-native-extensions' {
  /** Exchanges what two names lead to; one step of the system on Linux and macOS. @throws system errors. */
  export function swapSync(from: string, to: string): void;
}
