import * as vscode from 'vscode';
import { HostError } from '#core/common/errors.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OfferedResource, OfferedTemplate, Offerings } from '#core/model/offerings.ts';
import { templateVariables } from '#core/model/uriTemplate.ts';
import type { Server } from '#core/servers/server.ts';
import { plainName } from '#editor/common/plainText.ts';
import { annotationsText, isDeclaredDestructive } from '#editor/serversView/toolAnnotations.ts';
import { filledTemplate, promptSchema, templateSchema } from './argumentSchemas.ts';
import type { CommandContext } from './commandContext.ts';
import { type OfferedLine, pickOffered } from './quickPicks.ts';
import { readCallCommandRequest, textArguments } from './readCommandArguments.ts';
import { argumentsFor, type PreparedCall, readyServer, runCallCommand } from './runCall.ts';

/** See `CommandTypes.callTool`. */
export async function callTool(context: CommandContext, argument: unknown): Promise<unknown> {
  const asked = readCallCommandRequest(argument, 'tool');
  return runCallCommand(context, asked.origin, async (held) => {
    const title = vscode.l10n.t('Run Tool');
    const server = await readyServer(context, asked, title, held);
    const tool = server && (await offered(server, 'tools', asked.target, title, 'ToolNotFound'));
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
    };
    const given = await argumentsFor(context, asked.origin, server, {
      target,
      schema: inputSchema,
      given: asked.arguments,
      warn: isDeclaredDestructive(annotations),
    });
    return given && { server, target, request: { kind: 'tool', name, arguments: given } };
  });
}

/** See `CommandTypes.getPrompt`. */
export async function getPrompt(context: CommandContext, argument: unknown): Promise<unknown> {
  const asked = readCallCommandRequest(argument, 'prompt');
  const text = asked.arguments && textArguments(asked.arguments);
  return runCallCommand(context, asked.origin, async (held) => {
    const title = vscode.l10n.t('Get Prompt');
    const server = await readyServer(context, asked, title, held);
    const prompt = server && (await offered(server, 'prompts', asked.target, title, 'PromptNotFound'));
    if (!server || !prompt) {
      return undefined;
    }
    const { name, description } = prompt;
    const target = { kind: 'prompt' as const, name, title: prompt.title, description };
    const given = await argumentsFor(context, asked.origin, server, {
      target,
      schema: promptSchema(prompt),
      given: text,
      completes: { kind: 'prompt', name },
    });
    return given && { server, target, request: { kind: 'prompt', name, arguments: textArguments(given) } };
  });
}

/** See `CommandTypes.readResource`. The server need not list the URI: it may come from a result. */
export async function readResource(context: CommandContext, argument: unknown): Promise<unknown> {
  const asked = readCallCommandRequest(argument, 'uri');
  return runCallCommand(context, asked.origin, async (held) => {
    const title = vscode.l10n.t('Read Resource');
    const server = await readyServer(context, asked, title, held);
    if (!server) {
      return undefined;
    }
    const { target: uri, template } = asked;
    const picked = template ?? (uri === undefined ? await pickResource(server, title, nothingFrom(server)) : undefined);
    if (picked && 'uriTemplate' in picked) {
      return templateCall(context, asked.origin, server, picked);
    }
    const resource = picked ?? server.offerings.resources.find((listed) => listed.uri === uri);
    const wanted = uri ?? resource?.uri;
    if (wanted === undefined) {
      return undefined;
    }
    const target = { kind: 'resource' as const, name: wanted, title: resource?.title ?? resource?.name };
    return { server, target, request: { kind: 'resource', uri: wanted } };
  });
}

/** The named tool or prompt, else the one that the user picks; `undefined` if dismissed. Throws `missing`. */
async function offered<K extends 'tools' | 'prompts'>(
  server: Server,
  kind: K,
  name: string | undefined,
  title: string,
  missing: 'ToolNotFound' | 'PromptNotFound',
): Promise<Offerings[K][number] | undefined> {
  const all = (): readonly Offerings[K][number][] => server.offerings[kind];
  const named = () => all().find((one) => one.name === name);
  if (!named()) {
    await server.refresh(kind);
  }
  if (name === undefined) {
    return pickOffered(all(), title, nothingFrom(server));
  }
  const found = named();
  if (!found && server.state.kind !== 'running') {
    throw endedMeanwhile(server);
  }
  if (!found) {
    throw new HostError({
      name: missing,
      summary: vscode.l10n.t('{0} does not offer {1}.', plainName(server.definition.name), plainName(name)),
      remedy: all().length > 0 ? vscode.l10n.t('It offers: {0}.', listed(all())) : nothingFrom(server),
    });
  }
  return found;
}

/** The error for a server that ended between its start and the call. It offers nothing then, which would hide the cause. */
function endedMeanwhile({ state }: Server): HostError {
  return new HostError(
    state.kind === 'failed'
      ? state.failure
      : { name: 'ServerStopped', summary: vscode.l10n.t('The server was stopped.') },
  );
}

function nothingFrom(server: Server): string {
  return vscode.l10n.t('{0} offers none.', plainName(server.definition.name));
}

/** The first names, as a hint for a misspelled one. */
function listed(all: readonly OfferedLine[]): string {
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
  const picked = await pickOffered(lines, title, nothing);
  return picked && [...resources, ...resourceTemplates][lines.indexOf(picked)];
}

/**
 * A `resources/read` whose URI is expanded from a template with the user's input; `undefined` if dismissed.
 * Throws if the template is invalid.
 */
async function templateCall(
  context: CommandContext,
  origin: CallOrigin,
  server: Server,
  { uriTemplate, name, title, description }: OfferedTemplate,
): Promise<PreparedCall | undefined> {
  const target = { kind: 'resource' as const, name: uriTemplate, title: title ?? name, description };
  const given = await argumentsFor(context, origin, server, {
    target,
    schema: templateSchema(templateVariables(uriTemplate)),
    completes: { kind: 'template', uriTemplate },
  });
  if (!given) {
    return undefined;
  }
  const uri = filledTemplate(uriTemplate, given);
  return { server, target: { ...target, name: uri }, request: { kind: 'resource', uri, template: uriTemplate } };
}
