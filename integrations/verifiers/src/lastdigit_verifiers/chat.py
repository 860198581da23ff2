"""A harness that only chats: one request for each answer, in this process.

No tools or shell are needed, and starting a program for every turn of a game would take longer than
the turn. Any other harness of verifiers can be used instead.
"""

from __future__ import annotations

import httpx
import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire

TIMEOUT = httpx.Timeout(None, connect=30.0)
"""The timeout of a response is a setting of verifiers."""


class ChatConfig(vf.HarnessConfig):
    """No settings."""


class ChatHarness(vf.Harness[ChatConfig]):
    """Sends the conversation to the endpoint, which records the response."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,  # noqa: ARG002 - required by verifiers
        runtime: vf.Runtime,  # noqa: ARG002
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],  # noqa: ARG002
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Send one request."""
        system, prompt = self.resolve_prompt(data)
        said = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else []
        said = said or [message_to_wire(message) for message in prompt or []]
        told = [{"role": "system", "content": system}] if system else []
        async with httpx.AsyncClient(timeout=TIMEOUT, trust_env=False) as client:
            answer = await client.post(
                f"{endpoint}/chat/completions",
                headers={"Authorization": f"Bearer {secret}"},
                json={"model": ctx.model, "messages": [*told, *said]},
            )
        failed = answer.status_code >= 400
        return vf.ProgramResult(int(failed), "", answer.text if failed else "")
