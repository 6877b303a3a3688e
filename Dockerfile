# Not proven here: no container has been built of it. The engine speaks UCI, or the board is served:
#
#   docker build --tag kiebitz . && docker run --interactive --rm kiebitz
#   docker run --publish 127.0.0.1:8064:8064 --interactive --tty --rm kiebitz kiebitz serve --no-browser --bind 0.0.0.0
FROM python:3.11-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . /kiebitz
RUN KIEBITZ_ARCH=wheel pip wheel --no-deps --wheel-dir /wheels /kiebitz

FROM python:3.11-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(echo /wheels/kiebitz-*.whl)[web]" && rm -r /wheels && useradd --create-home player
USER player
CMD ["kiebitz-uci"]
