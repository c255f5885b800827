import { runtimeVariable, windowVariable } from './ownVariables.ts';
import { recentlyClosedMs } from './windowFile.ts';

/**
 * The text of `~/.mcp-elicitation/bin/proxy`, a POSIX shell script that agents start with the arguments of the proxy. It starts
 * the proxy only where a window has registered; otherwise it executes the server's own command in its place, so that no process
 * of ours is left, and it does the same where no runtime can be executed. As a hook it then writes nothing, which leaves the
 * elicitation to the agent. For a server that a window lends it always starts the proxy, which says that no window is open.
 *
 * A window counts unless its file names another start of the system, or says that the window closed more than a minute ago. Another
 * program, `date`, is run only for the latter. A window that was killed counts until the next one starts.
 *
 * The list of runtimes is read on descriptor 3, because the standard input belongs to the server. `ELECTRON_RUN_AS_NODE` makes
 * the editor's executable run the proxy; the second variable tells the proxy to remove it from the server's environment.
 */
export const startScript = `#!/bin/sh
bin=\${0%/*}
registered=
boot=
if [ -r /proc/sys/kernel/random/boot_id ]; then IFS= read -r boot </proc/sys/kernel/random/boot_id; fi
now=
for file in "$bin"/../windows/*.json; do
  window=
  if [ -f "$file" ] && [ -r "$file" ]; then IFS= read -r window <"$file"; fi
  case $window in
    *'"bootId":"'"$boot"'"'*'"closedAt":'*)
      closed=\${window##*'"closedAt":'}
      closed=\${closed%%[!0-9]*}
      if [ -z "$now" ]; then now=$(date +%s)000; fi
      if [ $((now - \${closed:-0})) -lt ${recentlyClosedMs} ]; then registered=1; fi
      ;;
    *'"bootId":"'"$boot"'"'*)
      registered=1
      ;;
  esac
  if [ -n "$registered" ]; then break; fi
done
if [ "$1" = serve ]; then registered=1; fi
if [ -n "$registered" ] && [ -r "$bin/proxy.cjs" ] && [ -r "$bin/runtimes" ]; then
  while IFS= read -r runtime <&3; do
    path=\${runtime#*:}
    if [ ! -f "$path" ] || [ ! -x "$path" ]; then continue; fi
    case $runtime in
      node:*)
        exec "$path" "$bin/proxy.cjs" "$@" 3<&-
        ;;
      electron:*)
        if [ -z "\${ELECTRON_RUN_AS_NODE+set}" ]; then
          ELECTRON_RUN_AS_NODE=1
          ${runtimeVariable}=electron
          export ELECTRON_RUN_AS_NODE ${runtimeVariable}
        fi
        exec "$path" "$bin/proxy.cjs" "$@" 3<&-
        ;;
    esac
  done 3<"$bin/runtimes"
fi
if [ "$1" = hook ]; then exit 0; fi
if [ "$1" = serve ]; then
  echo 'mcp-elicitation: this server is lent by an editor, and the program for it cannot be started' >&2
  exit 69
fi
while [ $# -gt 0 ] && [ "$1" != -- ]; do shift; done
if [ $# -lt 2 ]; then
  echo 'mcp-elicitation: no command' >&2
  exit 64
fi
shift
unset ${windowVariable}
exec "$@"
`;
