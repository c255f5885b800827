import type { CallOrigin } from '#core/model/call.ts';
import type { OfferedResource, OfferedTemplate } from '#core/model/offerings.ts';
import { templateVariables } from '#core/model/uriTemplate.ts';
import type { Server } from '#core/servers/server.ts';
import { filledTemplate, templateSchema } from './callArguments.ts';
import type { CommandContext } from './commandContext.ts';
import { pickOffered } from './quickPicks.ts';
import { argumentsFor, type PreparedCall } from './runCall.ts';

/** Lets the person pick a resource, or a template for one; `undefined` when they dismiss the list. */
export async function pickResource(
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
 * The reading of a resource whose URI a template makes, of what the person fills in; `undefined` when they dismiss it.
 * Throws where the server's template is none.
 */
export async function templateCall(
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
