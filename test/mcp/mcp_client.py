"""The official Python client of MCP without a key. Prints what it found as JSON; asks its parent for what a person does:
prints a line `open ADDRESS`, and reads the address that the browser was sent back to."""

import asyncio
import json
import logging
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

ADDRESS, REDIRECT_URI, SESSION_ID = sys.argv[1:]
logging.disable()


class Memory:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


opened = 0


async def open_browser(address):
    global opened
    opened += 1
    if opened > 1:
        raise PermissionError("asked the person again")
    print("open", address, flush=True)


async def wait_for_browser():
    answer = parse_qs(urlsplit(sys.stdin.readline().strip()).query)
    values = {name: answer[name][0] for name in ("code", "state", "iss") if name in answer}
    return AuthorizationCodeResult(**values)


async def use_every_tool(client):
    session = {"session_id": SESSION_ID}
    results = {}
    for name, arguments in [
        ("list_sessions", {"query": "marmalade"}),
        ("get_session", session),
        ("get_transcript", session),
        ("send_feedback", {**session, "feedback_type": "positive"}),
        ("delete_feedback", session),
        ("add_dictionary_terms", {"terms": ["Kubernetes"]}),
        ("list_dictionary_terms", {}),
        ("remove_dictionary_terms", {"terms": ["Kubernetes"]}),
        ("update_settings", {"language": "fr"}),
        ("get_settings", {}),
    ]:
        result = await client.call_tool(name, arguments)
        results[name] = "error" if result.is_error else result.structured_content
    return results


async def main():
    memory = Memory()
    metadata = OAuthClientMetadata(
        client_name="Official Python client",
        redirect_uris=[REDIRECT_URI],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
        token_endpoint_auth_method="none",
    )
    auth = OAuthClientProvider(ADDRESS, metadata, memory, open_browser, wait_for_browser)
    found = {}
    try:
        async with httpx2.AsyncClient(auth=auth, timeout=30) as http:
            async with Client(streamable_http_client(ADDRESS, http_client=http)) as client:
                found["version"] = client.protocol_version
                found["tools"] = await use_every_tool(client)
                before = memory.tokens
                auth.context.token_expiry_time = 1
                await client.list_tools(cache_mode="bypass")
                found["refreshed"] = memory.tokens.access_token != before.access_token
                found["revoked"] = await revoke(str(auth.context.oauth_metadata.revocation_endpoint), memory)
                await client.list_tools(cache_mode="bypass")
                found["after"] = "let in"
    # What the redirect handler raises ends the client's whole group of tasks.
    except BaseException as error:
        found["after"] = "kept out" if "revoked" in found else repr(error)
    found["asked"] = opened
    print(json.dumps(found), flush=True)


async def revoke(endpoint, memory):
    form = {"token": memory.tokens.refresh_token, "client_id": memory.client.client_id}
    async with httpx2.AsyncClient() as http:
        return (await http.post(endpoint, data=form)).status_code


asyncio.run(main())
