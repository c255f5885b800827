import * as vscode from 'vscode';
import { HostError } from '#core/common/errors.ts';
import { unknownSecrets } from '#core/model/argumentSecrets.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OfferedResource, OfferedTemplate, Offerings } from '#core/model/offerings.ts';
import { templateVariables } from '#core/model/uriTemplate.ts';
import type { Server } from '#core/servers/server.ts';
import { plainName } from '#editor/common/plainText.ts';
import { annotationsText, isDeclaredDestructive } from '#editor/serversView/toolAnnotations.ts';
import { fillTemplate, promptSchema, templateSchema } from './argumentSchemas.ts';
import type { CommandContext } from './commandContext.ts';
import { type OfferedLine, pickOffered } from './quickPicks.ts';
import { type CallCommandRequest, readCallCommandRequest, textArguments } from './readCommandArguments.ts';
import { collectArguments, type PreparedCall, runCallCommand, startNamedOrPicked } from './runCall.ts';

/** The handler of `Commands.callTool`. */
export async function callTool(context: CommandContext, argument: unknown): Promise<unknown> {
  const commandRequest = readCallCommandRequest(argument, 'tool');
  return runCallCommand(context, commandRequest.origin, (openLists) =>
    prepareToolCall(context, commandRequest, openLists),
  );
}

/**
 * Starts the server, and has the user pick the tool and fill in its arguments, if that is needed; `undefined` if dismissed.
 * `alwaysShow`: true if the user wants to see the arguments.
 */
export async function prepareToolCall(
  context: CommandContext,
  commandRequest: CallCommandRequest,
  openLists: vscode.Disposable[],
  alwaysShow = false,
): Promise<PreparedCall | undefined> {
  const title = vscode.l10n.t('Run Tool');
  const server = await startNamedOrPicked(context, commandRequest, title, openLists);
  const tool = server && (await findOffering(server, 'tools', commandRequest.target, title, 'ToolNotFound'));
  if (!server || !tool) {
    return undefined;
  }
  const { name, description, annotations, inputSchema } = tool;
  const target = {
    kind: 'tool' as const,
    name,
    title: tool.title,
    description,
    annotationText: annotationsText(annotations),
    ...(isDeclaredDestructive(annotations) && { isDestructive: true as const }),
  };
  const callArguments = await collectArguments(context, commandRequest.origin, server, {
    target,
    schema: inputSchema,
    knownArguments: commandRequest.arguments,
    earlier: commandRequest.earlier,
    alwaysShow: alwaysShow || isDeclaredDestructive(annotations),
  });
  return (
    callArguments && {
      server,
      target,
      request: { kind: 'tool', name, arguments: callArguments.values },
      secrets: callArguments.secrets,
    }
  );
}

/** The handler of `Commands.getPrompt`. */
export async function getPrompt(context: CommandContext, argument: unknown): Promise<unknown> {
  const commandRequest = readCallCommandRequest(argument, 'prompt');
  const knownArguments = commandRequest.arguments && textArguments(commandRequest.arguments);
  return runCallCommand(context, commandRequest.origin, (openLists) =>
    preparePromptCall(context, { ...commandRequest, arguments: knownArguments }, openLists),
  );
}

/** Does for a prompt what `prepareToolCall` does for a tool. The arguments are texts. */
export async function preparePromptCall(
  context: CommandContext,
  commandRequest: CallCommandRequest,
  openLists: vscode.Disposable[],
  alwaysShow = false,
): Promise<PreparedCall | undefined> {
  const title = vscode.l10n.t('Get Prompt');
  const server = await startNamedOrPicked(context, commandRequest, title, openLists);
  const prompt = server && (await findOffering(server, 'prompts', commandRequest.target, title, 'PromptNotFound'));
  if (!server || !prompt) {
    return undefined;
  }
  const { name, description } = prompt;
  const target = { kind: 'prompt' as const, name, title: prompt.title, description };
  const callArguments = await collectArguments(context, commandRequest.origin, server, {
    target,
    schema: promptSchema(prompt),
    knownArguments: commandRequest.arguments,
    earlier: commandRequest.earlier,
    completionTarget: { kind: 'prompt', name },
    alwaysShow,
  });
  return (
    callArguments && {
      server,
      target,
      request: { kind: 'prompt', name, arguments: textArguments(callArguments.values) },
      secrets: callArguments.secrets,
    }
  );
}

/** The handler of `Commands.readResource`. The server need not list the URI: it may come from a result. */
export async function readResource(context: CommandContext, argument: unknown): Promise<unknown> {
  const commandRequest = readCallCommandRequest(argument, 'uri');
  return runCallCommand(context, commandRequest.origin, async (openLists) => {
    const title = vscode.l10n.t('Read Resource');
    const server = await startNamedOrPicked(context, commandRequest, title, openLists);
    if (!server) {
      return undefined;
    }
    const { target: uri, template } = commandRequest;
    const picked =
      template ?? (uri === undefined ? await pickResource(server, title, offersNoneText(server)) : undefined);
    if (picked && 'uriTemplate' in picked) {
      return prepareTemplateCall(context, commandRequest.origin, server, picked);
    }
    const resource = picked ?? server.offerings.resources.find((each) => each.uri === uri);
    const resourceUri = uri ?? resource?.uri;
    if (resourceUri === undefined) {
      return undefined;
    }
    const target = { kind: 'resource' as const, name: resourceUri, title: resource?.title ?? resource?.name };
    return { server, target, request: { kind: 'resource', uri: resourceUri }, secrets: unknownSecrets };
  });
}

/** The tool or prompt with this name, or, without a name, the one that the user picks; `undefined` if dismissed. Throws `missing`. */
async function findOffering<K extends 'tools' | 'prompts'>(
  server: Server,
  kind: K,
  name: string | undefined,
  title: string,
  missing: 'ToolNotFound' | 'PromptNotFound',
): Promise<Offerings[K][number] | undefined> {
  const all = (): readonly Offerings[K][number][] => server.offerings[kind];
  const findNamed = () => all().find((offering) => offering.name === name);
  if (!findNamed()) {
    await server.refresh(kind);
  }
  if (name === undefined) {
    const placeholder = kind === 'tools' ? vscode.l10n.t('Choose a tool') : vscode.l10n.t('Choose a prompt');
    return pickOffered(all(), { title, placeholder, nothing: offersNoneText(server) });
  }
  const offering = findNamed();
  if (!offering && server.state.kind !== 'running') {
    throw serverEndedError(server);
  }
  if (!offering) {
    throw new HostError({
      name: missing,
      summary: vscode.l10n.t('{0} does not offer {1}.', plainName(server.definition.name), plainName(name)),
      remedy: all().length > 0 ? vscode.l10n.t('It offers: {0}.', firstNames(all())) : offersNoneText(server),
    });
  }
  return offering;
}

/** The error for a server that ended between its start and the call. An error about its empty offerings would hide the cause. */
function serverEndedError({ state }: Server): HostError {
  return new HostError(
    state.kind === 'failed'
      ? state.failure
      : { name: 'ServerStopped', summary: vscode.l10n.t('The server was stopped.') },
  );
}

function offersNoneText(server: Server): string {
  return vscode.l10n.t('{0} offers none.', plainName(server.definition.name));
}

/** The first names, as a hint for a misspelled name. */
function firstNames(all: readonly OfferedLine[]): string {
  const names = all.slice(0, 10).map(({ name }) => plainName(name));
  return `${names.join(', ')}${all.length > names.length ? ', …' : ''}`;
}

/** Lets the user pick a resource or a resource template; `undefined` if dismissed. */
async function pickResource(
  server: Server,
  title: string,
  nothing: string,
): Promise<OfferedResource | OfferedTemplate | undefined> {
  await Promise.all([server.refresh('resources'), server.refresh('resourceTemplates')]);
  const { resources, resourceTemplates } = server.offerings;
  const lines = [
    ...resources.map((resource) => ({ ...resource, name: resource.uri, title: resource.title ?? resource.name })),
    ...resourceTemplates.map((template) => ({
      ...template,
      name: template.uriTemplate,
      title: `${template.title ?? template.name}…`,
    })),
  ];
  const picked = await pickOffered(lines, { title, placeholder: vscode.l10n.t('Choose a resource'), nothing });
  return picked && [...resources, ...resourceTemplates][lines.indexOf(picked)];
}

/**
 * A `resources/read` whose URI is expanded from a template with the user's input; `undefined` if dismissed.
 * Throws if the template is invalid.
 */
async function prepareTemplateCall(
  context: CommandContext,
  origin: CallOrigin,
  server: Server,
  { uriTemplate, name, title, description }: OfferedTemplate,
): Promise<PreparedCall | undefined> {
  const target = { kind: 'resource' as const, name: uriTemplate, title: title ?? name, description };
  const callArguments = await collectArguments(context, origin, server, {
    target,
    schema: templateSchema(templateVariables(uriTemplate)),
    completionTarget: { kind: 'template', uriTemplate },
  });
  if (!callArguments) {
    return undefined;
  }
  const { values, secrets: ofVariables } = callArguments;
  const uri = fillTemplate(uriTemplate, values);
  const inUri = ofVariables.masked.map((variable) => values[variable]).filter((value) => typeof value === 'string');
  return {
    server,
    target: { ...target, name: uri },
    request: { kind: 'resource', uri, template: uriTemplate },
    secrets: { masked: [], inUri },
  };
}
