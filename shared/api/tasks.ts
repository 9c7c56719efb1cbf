/** Section 4.1: tasks, messages, attachments and rendered files. */
export const taskEndpoints = {};
