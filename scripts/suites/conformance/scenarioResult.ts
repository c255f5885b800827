/** The result of one scenario. It passed if `failing` is empty. */
export interface ScenarioResult {
  readonly scenario: string;
  /** Failures and warnings. */
  readonly failing: readonly FailingCheck[];
}

export interface FailingCheck {
  readonly id: string;
  readonly message: string;
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly description: string;
  readonly errorMessage?: string;
}

/**
 * The failing checks, by the suite's list of checks as JSON text.
 * @param problem what else went wrong; it counts if no check fails
 */
export function failingChecks(checksText: string, problem?: string): FailingCheck[] {
  const checks = parseChecks(checksText);
  const failing = checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ id, errorMessage, description }) => ({ id, message: errorMessage ?? description }));
  const hasSuccess = checks.some(({ status }) => status === 'SUCCESS');
  if (failing.length > 0 || (problem === undefined && hasSuccess)) return failing;
  return [{ id: 'run', message: problem || 'nothing was checked' }];
}

function parseChecks(text: string): Check[] {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
