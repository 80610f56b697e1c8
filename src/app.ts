/** The composition root of HTTP: every route and every middleware, in true order. */
import { Elysia } from "elysia";
import type { Context } from "./context.ts";
import { dashboardRoutes } from "./dashboard/server/routes.ts";
import { newestSessions } from "./http/account/newest-sessions.ts";
import { profileBody } from "./http/account/profile.ts";
import { accountRoutes } from "./http/account.ts";
import { administrationRoutes } from "./http/administration.ts";
import { callerAddress } from "./http/caller-address.ts";
import { changeMeRoutes } from "./http/change-me.ts";
import { customizationTableRoutes } from "./http/customization-tables.ts";
import { customizationRoutes } from "./http/customizations.ts";
import { dictationRoutes } from "./http/dictations.ts";
import { eraseSessionRoutes } from "./http/erase-session.ts";
import { renderErrors } from "./http/error-handler.ts";
import { eventRoutes } from "./http/events.ts";
import { healthRoutes } from "./http/health.ts";
import { installationRoutes } from "./http/installation.ts";
import { jobRoutes } from "./http/jobs.ts";
import { meRoutes } from "./http/me.ts";
import { accessLog } from "./http/middleware/access-log.ts";
import { accountLimits } from "./http/middleware/account-limits.ts";
import { answerHeaders } from "./http/middleware/answer-headers.ts";
import { authentication } from "./http/middleware/authentication.ts";
import { authorization } from "./http/middleware/authorization.ts";
import { billing } from "./http/middleware/billing.ts";
import { compression } from "./http/middleware/compression.ts";
import { crossOrigin } from "./http/middleware/cross-origin.ts";
import { knownQuery } from "./http/middleware/query.ts";
import { requestHeaders } from "./http/middleware/request-headers.ts";
import { securityLog } from "./http/middleware/security-log.ts";
import { untilShutdown } from "./http/middleware/shutdown.ts";
import { modelRoutes } from "./http/models.ts";
import { apiDescription, openApiRoutes } from "./http/openapi.ts";
import { organizationRoutes } from "./http/organizations.ts";
import { recordingRoutes } from "./http/recordings/routes.ts";
import { hasShortHost, pathOf, refusedRoute, targetFault } from "./http/request-target.ts";
import { sessionRoutes } from "./http/sessions.ts";
import { settingsRoutes } from "./http/settings.ts";
import { templateRoutes } from "./http/templates.ts";
import { transcriptionRoutes } from "./http/transcriptions.ts";
import { routeFinder, unmatchedRoute } from "./http/unmatched.ts";
import { uploadRoutes } from "./http/uploads.ts";
import { newId } from "./lib/ids.ts";
import { originGuard } from "./mcp/origin.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { movedPageRoutes } from "./pages/account/moved.ts";
import { apiPageRoutes } from "./pages/api/api-page.ts";
import { browserSession } from "./pages/browser-session.ts";
import { connectRoutes } from "./pages/connect/page.ts";
import { authorizationPages } from "./pages/consent/authorization-pages.ts";
import { entranceRoutes } from "./pages/entrance.ts";
import { errorsPageRoutes } from "./pages/errors-page.ts";
import { assetRoutes } from "./pages/frame/assets.ts";
import { invoicePageRoute } from "./pages/invoice/invoice-route.ts";
import { knownHostOfPages } from "./pages/known-host.ts";
import { companyRoutes } from "./pages/log-in/company.ts";
import { companyLogOutRoutes } from "./pages/log-in/company-log-out.ts";
import { logInRoutes } from "./pages/log-in/log-in.ts";
import { logInCodeRoutes } from "./pages/log-in/log-in-code.ts";
import { logInPasskeyRoutes } from "./pages/log-in/log-in-passkey.ts";
import { logOutRoutes } from "./pages/log-in/log-out.ts";
import { lostPasswordRoutes } from "./pages/log-in/lost-password.ts";
import { setUpSecondStepRoutes } from "./pages/log-in/set-up-second-step.ts";
import { manualRoutes } from "./pages/manual/manual-routes.ts";
import { missingPages } from "./pages/missing-page.ts";
import { offlinePageRoutes } from "./pages/offline-page.ts";
import { invitationRoutes } from "./pages/one-time/invitation.ts";
import { joinRoutes } from "./pages/one-time/join.ts";
import { setupRoutes } from "./pages/one-time/setup.ts";
import { reportPageRoute } from "./pages/report/report-route.ts";
import { asyncApiRoutes } from "./realtime/async-api.ts";
import { captionsRoutes } from "./realtime/captions/routes.ts";
import { streamGuard } from "./realtime/guard.ts";
import { realtimeRoutes } from "./realtime/routes.ts";
import { scimRoutes } from "./scim/routes.ts";
import { metricsRoutes } from "./telemetry/metrics/door.ts";
import { jsonAnswer } from "./web/answers.ts";
import { brandOf } from "./web/look/brand.ts";
import { ownAddress } from "./web/own-address.ts";
import { compose, type Middleware, type Route } from "./web/route.ts";

/** From the outermost to the one next to the route. */
function middlewareOf(context: Context): { forPrograms: Middleware[]; forPeople: Middleware[] } {
  const outermost = [
    ...(context.metrics ? [context.metrics.metrics.requests] : []),
    ...(context.traces ? [context.traces.requests] : []),
    context.requestRecords.requests,
    context.healthRecords.requests,
    accessLog(context),
    securityLog(context.security),
    compression(),
    answerHeaders(context.config),
    crossOrigin(context.config),
    missingPages(),
    renderErrors(context),
    untilShutdown(context.running),
  ];
  const forPrograms = [
    ...outermost,
    knownHostOfPages(context),
    originGuard(context),
    streamGuard(context),
    authentication(context),
    accountLimits(context),
    authorization(context),
    requestHeaders(),
    knownQuery(),
    billing(context),
  ];
  return {
    forPrograms,
    forPeople: [...outermost, knownHostOfPages(context), browserSession(context), knownQuery()],
  };
}

export function routesOf(context: Context): Route[] {
  const describe = apiDescription(() => routes, context);
  const routes: Route[] = [
    ...transcriptionRoutes(context),
    ...jobRoutes(context),
    ...modelRoutes(context.config),
    ...meRoutes(context),
    ...dictationRoutes(context),
    ...sessionRoutes(context),
    ...recordingRoutes(context),
    ...customizationRoutes(context),
    ...customizationTableRoutes(context),
    ...templateRoutes(context),
    ...settingsRoutes(context),
    ...uploadRoutes(context),
    ...eventRoutes(context),
    ...realtimeRoutes(context),
    ...captionsRoutes(context),
    ...mcpRoutes(context),
    ...healthRoutes(context),
    ...metricsRoutes(context.config.metrics.listen === undefined ? context.metrics : null),
    ...installationRoutes(context),
    ...assetRoutes(),
    ...entranceRoutes(context),
    ...dashboardRoutes({
      ...context,
      profileOf: (logIn, publicUrl) => profileBody(context, logIn, publicUrl),
      newestSessionsOf: (logIn) => newestSessions(context, logIn),
    }),
    ...errorsPageRoutes(),
    ...offlinePageRoutes(),
    ...openApiRoutes({ describe }),
    ...asyncApiRoutes(context),
    ...connectRoutes(),
    ...manualRoutes(),
    ...apiPageRoutes({ describe }),
    ...setupRoutes(context),
    ...invitationRoutes(context),
    ...joinRoutes(context),
    ...logInRoutes(context),
    ...lostPasswordRoutes(context),
    ...logOutRoutes(context),
    ...logInCodeRoutes(context),
    ...eraseSessionRoutes(context),
    ...changeMeRoutes(context),
    ...accountRoutes(context),
    ...organizationRoutes(context),
    ...administrationRoutes(context),
    ...movedPageRoutes(),
    invoicePageRoute(context),
    reportPageRoute(context),
    ...companyRoutes(context),
    ...companyLogOutRoutes(context),
    ...logInPasskeyRoutes(context),
    ...setUpSecondStepRoutes(context),
    ...oauthRoutes({ ...context.oauth, pages: authorizationPages }),
    ...scimRoutes(context),
  ];
  return routes;
}

export function createApp(context: Context) {
  const { forPrograms, forPeople } = middlewareOf(context);
  const answerPrograms = compose(forPrograms);
  const answerPeople = compose(forPeople);
  const routes = routesOf(context);
  const unmatched = unmatchedRoute(routes);
  const addressFor = ownAddress(context);
  const brand = brandOf(context.config.web);
  // Where Elysia looks for the path: from the 7th character on, which is right for http only, or with `standardHostname`
  // from the 11th on, which misreads http://stt/v1, and https where a host has one or two letters and no port: those are
  // led to their routes here.
  const standardHostname = context.config.server.tls.certificate !== undefined;
  const app = new Elysia({ strictPath: true, normalize: false, handler: { standardHostname } });

  const answer = (request: Request, route: Route, params: Record<string, string>) =>
    (route.access === "person" ? answerPeople : answerPrograms)({
      request,
      requestId: newId("req"),
      route,
      params,
      answerHeaders: {},
      holdOpen: () => app.server?.timeout(request, 0),
      address: () => callerAddress(request, app.server, context.config.server.trust_forwarded_for),
      publicUrl: addressFor(request),
      brand,
      principal: null,
      logIn: null,
      reader: null,
      form: null,
      clientRequestId: null,
      idempotencyKey: null,
      errorCode: null,
    });

  // Before the router, which cannot read every address.
  const find = routeFinder(routes);
  app.onRequest(({ request }) => {
    const fault = targetFault(request);
    if (fault !== null) return answer(request, refusedRoute(fault, unmatched(pathOf(request)).family), {});
    if (!standardHostname || !hasShortHost(request)) return;
    const pathname = pathOf(request);
    const found = find(request.method, pathname);
    return found === null
      ? answer(request, unmatched(pathname), {})
      : answer(request, found.route, found.params);
  });

  // No body is parsed before the route: uploads are read as they arrive.
  for (const route of routes) {
    for (const method of route.method === "GET" ? ["GET", "HEAD"] : [route.method]) {
      // A path without variable parts has none, whatever the type says.
      app.route(method, route.path, ({ request, params }) => answer(request, route, params ?? {}), {
        parse: "none",
      });
    }
  }
  app.all("/*", ({ request }) => answer(request, unmatched(new URL(request.url).pathname), {}), {
    parse: "none",
  });

  // Past the middleware only what fails in the router itself arrives here.
  return app.onError(({ error }) => {
    context.logger.error("router_failed", { cause: String(error) });
    return jsonAnswer(500, { error: { code: "internal_error", message: "The server failed.", details: {} } });
  });
}
