// The library makes a matrix as it loads, which only browsers have; nothing that reads texts counts with it.
if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: class {} });

export {};
