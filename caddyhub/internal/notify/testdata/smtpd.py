"""A mail server of aiosmtpd with STARTTLS and AUTH, for real_mail_test.go:

    python3 smtpd.py CERTIFICATE KEY

The recipient says what it does. It says on which port it listens, and then the Message-ID of each
mail that it has taken. It ends with its standard input.
"""
import asyncio
import email
import logging
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

logging.disable()


class Post:
    async def handle_RCPT(self, server, session, envelope, address, options):
        answer = {"busy": "451 4.3.0 canary", "full": "452 4.2.2 canary", "unknown": "550 5.1.1 canary"}.get(address.split("@")[0])
        if answer:
            return answer
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server, session, envelope):
        who = envelope.rcpt_tos[0].split("@")[0]
        if who == "greylisted":
            return "450 4.7.1 canary"
        if who == "spam":
            return "554 5.7.1 canary"
        if who == "drop":
            server.transport.abort()
        while who == "slow":
            server.transport.write(b"2")
            await asyncio.sleep(1)
        print(email.message_from_bytes(envelope.content)["Message-ID"], flush=True)
        return "250 taken"


def allowed(server, session, envelope, mechanism, auth):
    return AuthResult(success=(auth.login, auth.password) == (b"me", b"canary password"), handled=False)


async def main(certificate, key):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(
        Post(), hostname="post.example", tls_context=context, require_starttls=True, authenticator=allowed, auth_required=True,
    ), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main(*sys.argv[1:]))
