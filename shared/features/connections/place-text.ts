/** What the screen of connections is called and where the way to it is; apart from its other words, which load with it. */
export const connectionsPlace = {
  title: 'Connections',
  label: 'Tool servers and accounts elsewhere',
  hint: 'What the agent may reach for you beyond the service: instruments, notebooks, storage. The service keeps what they need to let it in.',
  open: 'Open connections',
} as const;
