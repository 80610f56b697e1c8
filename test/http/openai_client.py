"""OpenAI's own Python client, unmodified, with only its base URL set. Prints one JSON object of what it got."""

import json
import sys

from openai import APIStatusError, OpenAI

base_url, api_key, path = sys.argv[1:4]
client = OpenAI(base_url=base_url, api_key=api_key, max_retries=0)


def transcribe(**options):
    with open(path, "rb") as file:
        return client.audio.transcriptions.create(model=options.pop("model", "speech-v1.5"), file=file, **options)


def failure(**options):
    try:
        transcribe(**options)
    except APIStatusError as error:
        return [type(error).__name__, error.status_code, error.code, error.param]
    return None


verbose = transcribe(response_format="verbose_json")
print(
    json.dumps(
        {
            "json": transcribe().text,
            "text": transcribe(response_format="text"),
            "srt": transcribe(response_format="srt"),
            "vtt": transcribe(response_format="vtt"),
            "verbose": [verbose.text, verbose.duration, verbose.language, [s.text for s in verbose.segments]],
            "models": [model.id for model in client.models.list().data],
            "unknown_model": failure(model="whisper-1"),
            "stream": failure(stream=True),
            "temperature": failure(temperature=0.5),
        }
    )
)
