# A Last Digit server. docs/operating.md says how to build and run it.
FROM python:3.12-slim AS build
COPY . /src
RUN python -m venv /opt/lastdigit \
    && /opt/lastdigit/bin/pip install --no-cache-dir '/src[web,postgres]'

FROM python:3.12-slim
COPY --from=build /opt/lastdigit /opt/lastdigit
RUN useradd --system --no-create-home lastdigit \
    && install --directory --owner=lastdigit --mode=0700 /data /cache
USER lastdigit
ENV PATH=/opt/lastdigit/bin:$PATH XDG_DATA_HOME=/data XDG_CACHE_HOME=/cache
VOLUME /data
EXPOSE 8642
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8642/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["lastdigit", "serve", "--host", "0.0.0.0"]
