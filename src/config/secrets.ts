/** Secrets apart from the configuration that the rest of the program sees, and beside it again. */
import type { Config, Secrets, WrittenConfig } from "./schema.ts";

export interface Configuration {
  config: Config;
  secrets: Secrets;
}

export function splitSecrets(written: WrittenConfig): Configuration {
  const { api_key: languageModelApiKey = null, ...language_model } = written.language_model;
  const { client_secret: companyLogInSecret = null, ...company_log_in } = written.company_log_in;
  const { bind_password: ldapBindPassword = null, ...ldap } = written.ldap;
  const { password: mailPassword = null, ...mail } = written.mail;
  const { secret_key: s3SecretKey = null, ...s3 } = written.s3;
  const { token: metricsToken = null, ...metrics } = written.metrics;
  const { authorization: tracesAuthorization = null, ...traces } = written.traces;
  return {
    config: { ...written, language_model, company_log_in, ldap, mail, s3, metrics, traces },
    secrets: {
      languageModelApiKey,
      companyLogInSecret,
      ldapBindPassword,
      mailPassword,
      s3SecretKey,
      metricsToken,
      tracesAuthorization,
    },
  };
}

/** The other way round; the folders in it are as `config` has them. */
export function joinSecrets({ config, secrets }: Configuration): WrittenConfig {
  const { languageModelApiKey, companyLogInSecret, ldapBindPassword } = secrets;
  const { mailPassword, s3SecretKey, metricsToken, tracesAuthorization } = secrets;
  const { language_model, company_log_in, ldap, mail, s3, metrics, traces } = config;
  const joined = {
    ...config,
    language_model: {
      ...language_model,
      ...(languageModelApiKey !== null && { api_key: languageModelApiKey }),
    },
    company_log_in: {
      ...company_log_in,
      ...(companyLogInSecret !== null && { client_secret: companyLogInSecret }),
    },
    ldap: { ...ldap, ...(ldapBindPassword !== null && { bind_password: ldapBindPassword }) },
    mail: { ...mail, ...(mailPassword !== null && { password: mailPassword }) },
    s3: { ...s3, ...(s3SecretKey !== null && { secret_key: s3SecretKey }) },
    metrics: { ...metrics, ...(metricsToken !== null && { token: metricsToken }) },
    traces: { ...traces, ...(tracesAuthorization !== null && { authorization: tracesAuthorization }) },
  };
  return structuredClone(joined) as WrittenConfig;
}
