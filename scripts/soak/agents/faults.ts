/** What happens to a run, with its share of the steps. Each must have happened when the run ends. */
export const faults = {
  'a proxy is killed': 0.003,
  'a proxy gets SIGTERM': 0.003,
  'an agent ends': 0.004,
  'an agent is killed with its proxy and its server': 0.003,
  'a server is killed': 0.004,
  'a window is killed': 0.004,
  'a window closes': 0.005,
  'a window is reloaded': 0.003,
  'a window is switched off': 0.002,
  'a window freezes': 0.003,
  'nobody is at a window': 0.004,
  'all windows close': 0.0006,
  'the disk is full': 0.003,
  'the stream of a call is cut': 0.01,
  'the stream of an open request is cut': 0.01,
  'the clock of a window jumps': 0.006,
  'all connections of HTTP servers are cut': 0.003,
} as const;

export type FaultKind = keyof typeof faults;
/** Those that end one agent with its proxy and its server. */
export type SessionFault =
  | 'a proxy is killed'
  | 'a proxy gets SIGTERM'
  | 'an agent ends'
  | 'an agent is killed with its proxy and its server'
  | 'a server is killed';
